/** What Amazon's services allow, as their documentation says in November 2026. */
export const LAMBDA_LIMITS = {
  /** Functions that run at once in an account, after the quota was asked for. */
  accountConcurrency: 1_000,
  /** Each function may start so many more in ten seconds. */
  scaleUp: { instances: 1_000, seconds: 10 },
  /** An instance without work is kept about this long. */
  idleSeconds: 420,
} as const;

/** A queue's event source: how many messages it has in work, at first and more each minute. */
export const EVENT_SOURCE = { atFirst: 5, morePerMinute: 300 } as const;

/** A group is noisy that has so many messages in work, and so large a share of them. */
export const NOISY = { inFlight: 30, share: 0.1 } as const;

/** Jobs of Amazon Transcribe that run at once in an account whose limit was not raised. */
export const TRANSCRIBE_JOBS = 250;

/** Taken to be so, and not measured: nothing here ran in an account. */
export const ASSUMED = {
  /** Until a new instance takes its first call, in seconds: the image of 1 GB, and a bundle. */
  coldSeconds: { media: 3, node: 0.6 },
  /** From the store to one function, in bytes a second. */
  storeRate: 75e6,
  /** From a message's sending to its worker, in seconds. */
  queueSeconds: 0.05,
  /** Services, neighbours and footage differ: the standard deviation of a time's logarithm. */
  spread: 0.15,
} as const;
