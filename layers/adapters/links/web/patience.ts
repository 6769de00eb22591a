/** A site that brings less than this in that time is not waited for. */
export interface Pace {
  readonly bytes: number;
  readonly everyMs: number;
}

/**
 * How long sites are waited for. What is reached by more than one way has the sum of them, which
 * the docs give.
 */
export interface Patience {
  /** Until the head of an answer. */
  readonly answerMs: number;
  /** Between two pieces of a body. */
  readonly silenceMs: number;
  /** While a page or the beginning of a file is looked at. */
  readonly looking: Pace;
  /** While media is fetched. */
  readonly fetching: Pace;
  /**
   * Of a downloader that reads a page: it may think for a while, and asks for many small things.
   */
  readonly reading: Pace;
  /** All of a look, whatever it finds. */
  readonly lookMs: number;
  /**
   * A look of our own that took as long was slow: then the downloader, which asks the same site,
   * has `secondMs`.
   */
  readonly slowMs: number;
  readonly secondMs: number;
}

/**
 * A site that is silent is given up after 27 seconds at most, one that drips after 40, in the look
 * or in the fetch.
 */
export const PATIENCE: Patience = {
  answerMs: 12_000,
  silenceMs: 12_000,
  looking: { bytes: 8 * 1024, everyMs: 15_000 },
  fetching: { bytes: 50 * 1024, everyMs: 25_000 },
  reading: { bytes: 1, everyMs: 25_000 },
  lookMs: 90_000,
  slowMs: 10_000,
  secondMs: 15_000,
};

/** Parts of a stretch of time after which it is looked at again. */
const STEPS = 10;

/**
 * Aborts once less came in any stretch of time than is worth waiting for. What is shorter than one
 * stretch is never given up, so a small file may come as slowly as it likes.
 * @param resting whether nothing is expected to come
 */
export function watch(bytes: () => number, pace: Pace, resting: () => boolean = () => false) {
  const controller = new AbortController();
  let seen = [bytes()];
  const timer = setInterval(() => {
    const now = bytes();
    seen = resting() ? [now] : [...seen, now].slice(-STEPS - 1);
    const [before = now] = seen;
    if (seen.length > STEPS && now - before < pace.bytes) controller.abort();
  }, pace.everyMs / STEPS);
  return { signal: controller.signal, stop: () => clearInterval(timer) };
}
