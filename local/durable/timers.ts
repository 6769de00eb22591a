const LONGEST_MS = 2 ** 31 - 1;

/** Timers by name, by the machine's clock. */
export interface Timers {
  /** Calls back at a time in ms since 1970, and no more at the one that was set before. */
  set(name: string, due: number, ring: () => void): void;
  clear(name: string): void;
}

/** Timers that ring until `over` aborts. */
export function timersUntil(over: AbortSignal): Timers {
  const running = new Map<string, NodeJS.Timeout>();
  const clear = (name: string) => {
    clearTimeout(running.get(name));
    running.delete(name);
  };
  const set: Timers['set'] = (name, due, ring) => {
    clear(name);
    // Node counts time by another clock, and not beyond 25 days.
    const look = () => (Date.now() < due ? set(name, due, ring) : ring());
    const ms = Math.min(Math.max(0, due - Date.now()), LONGEST_MS);
    if (!over.aborted) running.set(name, setTimeout(look, ms));
  };
  over.addEventListener('abort', () => [...running.keys()].forEach(clear));
  return { set, clear };
}
