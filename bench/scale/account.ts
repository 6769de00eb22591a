import { LAMBDA_LIMITS } from './lambda-limits.ts';
import type { Timeline } from './timeline.ts';

interface Shape {
  readonly name: string;
  /** Most that run at once; kept free for it where the account reserves. */
  readonly concurrency: number;
  readonly reserves: boolean;
  readonly memoryMb: number;
  readonly coldSeconds: number;
}

/** The functions of an account, which share what is not reserved. */
export class Account {
  readonly timeline: Timeline;
  readonly functions: LambdaFunction[] = [];
  readonly #quota: number;

  constructor(timeline: Timeline, quota: number = LAMBDA_LIMITS.accountConcurrency) {
    this.timeline = timeline;
    this.#quota = quota;
  }

  add(shape: Shape): LambdaFunction {
    const made = new LambdaFunction(this, shape);
    this.functions.push(made);
    return made;
  }

  /** Whether a function that reserves nothing may start one more. */
  hasRoom(): boolean {
    const reserved = this.functions.filter(({ shape }) => shape.reserves);
    const others = this.functions.filter(({ shape }) => !shape.reserves);
    const kept = reserved.reduce((sum, { shape }) => sum + shape.concurrency, 0);
    return others.reduce((sum, { running }) => sum + running, 0) < this.#quota - kept;
  }

  /** Somebody ended: whoever waits for room looks again. */
  released(): void {
    for (const one of this.functions) one.next();
  }
}

/** One function: calls wait in their order where it may not start more of them. */
export class LambdaFunction {
  readonly shape: Shape;
  running = 0;
  /** GB-seconds that are paid for, the start of an instance among them. */
  gbSeconds = 0;
  readonly #account: Account;
  readonly #waiting: (() => void)[] = [];
  /** When the instances that do nothing were left, the latest last. */
  readonly #idle: number[] = [];
  /** When instances were started within the last ten seconds. */
  #started: number[] = [];

  constructor(account: Account, shape: Shape) {
    this.#account = account;
    this.shape = shape;
  }

  /** Runs for as many seconds as the work takes, and the start of an instance before it. */
  async run(work: () => Promise<void>): Promise<void> {
    const { timeline } = this.#account;
    if (this.#waiting.length > 0 || !this.#mayStart()) {
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve);
      });
    } else this.#begin();
    const began = timeline.now;
    const left = this.#idle.pop();
    if (left === undefined || timeline.now - left > LAMBDA_LIMITS.idleSeconds) {
      // Older ones are gone as well.
      this.#idle.length = 0;
      this.#started.push(timeline.now);
      await timeline.sleep(this.shape.coldSeconds);
    }
    await work();
    this.gbSeconds += (timeline.now - began) * (this.shape.memoryMb / 1024);
    this.running -= 1;
    this.#idle.push(timeline.now);
    this.#account.released();
  }

  /** Lets the next that waits begin, if it may. */
  next(): void {
    if (this.#waiting.length === 0 || !this.#mayStart()) return;
    this.#begin();
    this.#waiting.shift()?.();
  }

  #begin(): void {
    this.running += 1;
  }

  #mayStart(): boolean {
    const { timeline } = this.#account;
    const { instances, seconds } = LAMBDA_LIMITS.scaleUp;
    this.#started = this.#started.filter((at) => at > timeline.now - seconds);
    if (this.#idle.length === 0 && this.#started.length >= instances) {
      timeline.at(timeline.now + 1, () => this.next());
      return false;
    }
    if (this.running >= this.shape.concurrency) return false;
    return this.shape.reserves || this.#account.hasRoom();
  }
}
