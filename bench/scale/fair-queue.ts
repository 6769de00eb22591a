import type { LambdaFunction } from './account.ts';
import { ASSUMED, EVENT_SOURCE, NOISY } from './lambda-limits.ts';
import type { Timeline } from './timeline.ts';

interface Message {
  readonly group: string;
  readonly order: number;
  readonly work: () => Promise<void>;
}

/**
 * A standard queue whose messages have groups, and the event source that feeds a function from it.
 * A group that has much in work is noisy, and waits while others have something.
 */
export class FairQueue {
  readonly #timeline: Timeline;
  readonly #worker: LambdaFunction;
  readonly #waiting = new Map<string, Message[]>();
  readonly #inFlight = new Map<string, number>();
  #all = 0;
  #order = 0;
  #busySince = 0;
  #isAwaited = false;
  depth = 0;

  constructor(timeline: Timeline, worker: LambdaFunction) {
    this.#timeline = timeline;
    this.#worker = worker;
  }

  /** Resolves when a worker has done the message's work. */
  send(group: string, work: () => Promise<void>): Promise<void> {
    return new Promise((resolve) => {
      const done = async () => {
        await work();
        resolve();
      };
      this.#timeline.at(this.#timeline.now + ASSUMED.queueSeconds, () => {
        const message = { group, order: this.#order++, work: done };
        const waiting = this.#waiting.get(group);
        if (waiting) waiting.push(message);
        else this.#waiting.set(group, [message]);
        if (this.#all === 0 && this.depth === 0) this.#busySince = this.#timeline.now;
        this.depth += 1;
        this.#feed();
      });
    });
  }

  #feed(): void {
    while (this.depth > 0 && this.#all < this.#most()) {
      const message = this.#take();
      if (!message) return;
      const { group } = message;
      this.#all += 1;
      this.#inFlight.set(group, (this.#inFlight.get(group) ?? 0) + 1);
      void this.#worker.run(message.work).then(() => {
        this.#all -= 1;
        this.#inFlight.set(group, (this.#inFlight.get(group) ?? 0) - 1);
        this.#feed();
      });
    }
    // The event source takes more as time passes, though nothing ends.
    if (this.depth > 0 && this.#all < this.#worker.shape.concurrency && !this.#isAwaited) {
      this.#isAwaited = true;
      this.#timeline.at(this.#timeline.now + 1, () => {
        this.#isAwaited = false;
        this.#feed();
      });
    }
  }

  #most(): number {
    const minutes = (this.#timeline.now - this.#busySince) / 60;
    const polled = EVENT_SOURCE.atFirst + Math.floor(minutes * EVENT_SOURCE.morePerMinute);
    return Math.min(this.#worker.shape.concurrency, polled);
  }

  #take(): Message | undefined {
    let best:
      | { readonly group: string; readonly noise: number; readonly order: number }
      | undefined;
    for (const [group, [first]] of this.#waiting) {
      if (first === undefined) continue;
      const inFlight = this.#inFlight.get(group) ?? 0;
      const isNoisy = inFlight >= NOISY.inFlight && inFlight > this.#all * NOISY.share;
      const noise = isNoisy ? inFlight : 0;
      if (!best || noise < best.noise || (noise === best.noise && first.order < best.order)) {
        best = { group, noise, order: first.order };
      }
    }
    if (!best) return undefined;
    const waiting = this.#waiting.get(best.group) ?? [];
    const message = waiting.shift();
    if (waiting.length === 0) this.#waiting.delete(best.group);
    this.depth -= 1;
    return message;
  }
}
