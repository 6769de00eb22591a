/** A function that a clock calls; the cloud stack and the local start read the same list. */
export interface ScheduledEvent {
  /** The folder under functions/events that answers. */
  readonly name: string;
  readonly everyMinutes: number;
  readonly timeoutSeconds: number;
}

/**
 * Looks after what was lost on its way, jobs and webhooks, and after webhooks whose wait is long.
 */
const sweep: ScheduledEvent = { name: 'sweep', everyMinutes: 1, timeoutSeconds: 55 };

/**
 * Clears away what was given up, erasures and uploads that did not come to their end, and videos
 * whose time is over.
 */
const tidy: ScheduledEvent = { name: 'tidy', everyMinutes: 1, timeoutSeconds: 55 };

export const EVENTS: readonly ScheduledEvent[] = [sweep, tidy];
