/** Environment variables that carry the addresses of queues. */
export type QueueVariable =
  | 'READ_QUEUE_URL'
  | 'MERGE_QUEUE_URL'
  | 'WEBHOOK_QUEUE_URL'
  | 'INGEST_QUEUE_URL'
  | 'COPY_QUEUE_URL'
  | 'MAIL_QUEUE_URL'
  | 'RECOGNISE_QUEUE_URL';

/**
 * A function that a queue feeds, one message at a time; the cloud stack and the local poller read
 * the same list.
 */
export interface Worker {
  /** The folder under functions/workers that answers. */
  readonly name: string;
  readonly queueVariable: QueueVariable;
  readonly timeoutSeconds: number;
  /** Deliveries before the message goes to the dead letters. */
  readonly maxReceives: number;
  /** Messages worked on at once, over all instances. */
  readonly concurrency: number;
  /** Longest that a message is sent ahead of its time; 0 unless said. */
  readonly maxDelaySeconds?: number;
  /**
   * Keys of objects whose arrival in storage becomes a message of the queue, as the pattern of an
   * EventBridge rule: `*` stands for any characters.
   */
  readonly objects?: string;
  /** `media` workers are built from the container image that holds ffmpeg. */
  readonly runtime: 'media' | 'node';
  /** What it does beside waiting for those that decode; decoding itself where that is not said. */
  readonly only?: 'waits' | 'merges';
}

/** Reads videos: one job a message. */
export const readWorker: Worker = {
  name: 'read',
  queueVariable: 'READ_QUEUE_URL',
  timeoutSeconds: 900,
  maxReceives: 3,
  concurrency: 50,
  runtime: 'media',
  only: 'waits',
};

/**
 * Draws long reads whose segments are decoded: one job a message. Beside the worker that reads, so
 * that short calls do not wait behind a thousand long ones that come back together.
 */
export const mergeWorker: Worker = {
  name: 'merge',
  queueVariable: 'MERGE_QUEUE_URL',
  timeoutSeconds: 900,
  maxReceives: 3,
  concurrency: 100,
  runtime: 'media',
  only: 'merges',
};

/** Calls webhooks: one attempt a message. */
const webhookWorker: Worker = {
  name: 'webhook',
  queueVariable: 'WEBHOOK_QUEUE_URL',
  timeoutSeconds: 30,
  maxReceives: 5,
  concurrency: 20,
  maxDelaySeconds: 900,
  runtime: 'node',
};

/** Makes videos of what was sent straight into storage: one object a message. */
const ingestWorker: Worker = {
  name: 'ingest',
  queueVariable: 'INGEST_QUEUE_URL',
  timeoutSeconds: 900,
  maxReceives: 5,
  concurrency: 20,
  objects: 'orgs/*/videos/*/upl_*',
  runtime: 'media',
  only: 'waits',
};

/**
 * Keeps large and awkward masters as H.264: one video a message, and later one to clear its master
 * away.
 */
export const workingCopyWorker: Worker = {
  name: 'working-copy',
  queueVariable: 'COPY_QUEUE_URL',
  timeoutSeconds: 900,
  maxReceives: 3,
  concurrency: 10,
  maxDelaySeconds: 900,
  runtime: 'media',
};

/**
 * Mails codes to people who sign in: one mail a message. A code is good for minutes, so it is not
 * tried for long.
 */
const mailWorker: Worker = {
  name: 'mail',
  queueVariable: 'MAIL_QUEUE_URL',
  timeoutSeconds: 20,
  maxReceives: 3,
  concurrency: 5,
  runtime: 'node',
};

/**
 * Recognises windows of long videos, where the recogniser answers when it is asked: one window a
 * message. Amazon Transcribe tells by itself.
 */
export const recogniseWorker: Worker = {
  name: 'recognise',
  queueVariable: 'RECOGNISE_QUEUE_URL',
  timeoutSeconds: 900,
  maxReceives: 3,
  concurrency: 10,
  runtime: 'node',
};

export const WORKERS: readonly Worker[] = [
  readWorker,
  mergeWorker,
  webhookWorker,
  ingestWorker,
  workingCopyWorker,
  mailWorker,
  recogniseWorker,
];
