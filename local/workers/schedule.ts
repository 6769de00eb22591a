import type { ScheduledEvent } from '../../functions/events/events.ts';

export interface ScheduleOptions {
  readonly events: readonly ScheduledEvent[];
  /** Imports an event's handler; called at its first turn. */
  readonly load: (event: ScheduledEvent) => Promise<() => Promise<void>>;
  readonly onDefect: (error: unknown, event: ScheduledEvent) => void;
  readonly minuteMs?: number;
}

/**
 * Calls each event by the clock, once at the start; a turn that is still at work is not joined by
 * another.
 */
export function startSchedule(options: ScheduleOptions): { stop(): void } {
  const { events, load, onDefect, minuteMs = 60_000 } = options;
  const timers = events.map((event) => {
    let handler: Promise<() => Promise<void>> | undefined;
    let busy = false;
    const turn = async () => {
      if (busy) return;
      busy = true;
      try {
        handler ??= load(event);
        await (await handler)();
      } catch (error) {
        onDefect(error, event);
      } finally {
        busy = false;
      }
    };
    void turn();
    return setInterval(turn, event.everyMinutes * minuteMs);
  });
  return { stop: () => timers.forEach(clearInterval) };
}
