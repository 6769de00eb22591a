/**
 * List prices in US dollars, as they were known on the day below and not looked up by a program: an
 * operator holds them against the price lists before counting on them.
 */
export const PRICE_LIST = { region: 'us-east-1', day: '2026-11-22' } as const;

const PER_MILLION = 1e-6;

export const LAMBDA = {
  /** A GB (2^30 bytes) of memory for a second. */
  gbSecond: { x86_64: 0.0000166667, arm64: 0.0000133334 },
  /** A GB of /tmp above the first half, for a second. */
  scratchGbSecond: 0.0000000309,
  request: 0.2 * PER_MILLION,
  /** One core, in MB: a function gets its share of cores by its memory. */
  mbPerCore: 1769,
} as const;

/** Lambda durable functions. */
export const DURABLE = {
  operation: 8 * PER_MILLION,
  gbWritten: 0.25,
  gbMonthKept: 0.15,
} as const;

/** One call of any kind that comes through the edge and leaves a job behind it. */
export const REQUESTS = {
  edge: 1 * PER_MILLION,
  gateway: 3.5 * PER_MILLION,
  queue: 0.4 * PER_MILLION,
  tableWrite: 0.625 * PER_MILLION,
  tableRead: 0.125 * PER_MILLION,
  objectPut: 5 * PER_MILLION,
  objectGet: 0.4 * PER_MILLION,
  /** Out to the internet, a GB. */
  gbOut: 0.085,
} as const;

/** Amazon Transcribe, standard batch, its first 250,000 minutes of a month. */
export const TRANSCRIBE = { minute: 0.024, leastSeconds: 15 } as const;

/** A server of one's own with a T4 card (g4dn.xlarge), an hour on demand. */
export const OWN_SERVER = { hour: 0.526 } as const;

/** A million tokens of models on Bedrock; the first is `answererModel` of cdk.json. */
export const MODELS = {
  'Claude Haiku 4.5': { input: 1, output: 5 },
  'Claude Sonnet 4.5': { input: 3, output: 15 },
} as const;
