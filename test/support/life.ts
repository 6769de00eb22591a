/** A step of a process, counted over all its calls to tables, store and queue. */
export interface ReadKill {
  readonly step: number;
  /** Before its effect, or after it and before anyone is told. */
  readonly when: 'before' | 'after';
}

/** Calls of a process that is killed at one of them: from then on none is made, and none ends. */
export class Life {
  steps = 0;
  readonly names: string[] = [];
  readonly dead = new AbortController();
  /** When something was asked that is no look at how far the read is. */
  lastMove = performance.now();
  readonly #kill: ReadKill | undefined;

  constructor(kill: ReadKill | undefined) {
    this.#kill = kill;
  }

  async take<T>(name: string, work: () => Promise<T>): Promise<T> {
    const never = new Promise<T>(() => undefined);
    if (this.dead.signal.aborted) return never;
    const isLast = this.steps === this.#kill?.step;
    this.steps += 1;
    this.names.push(name);
    if (name !== 'store.get') this.lastMove = performance.now();
    if (isLast && this.#kill?.when === 'before') {
      this.dead.abort();
      return never;
    }
    const made = await work();
    if (isLast) this.dead.abort();
    return this.dead.signal.aborted ? never : made;
  }

  through<P extends object>(name: string, port: P): P {
    return new Proxy(port, {
      get: (target, method, receiver) => {
        const call: unknown = Reflect.get(target, method, receiver);
        if (typeof call !== 'function') return call;
        return (...args: unknown[]) =>
          this.take(`${name}.${String(method)}`, async () => Reflect.apply(call, target, args));
      },
    });
  }
}
