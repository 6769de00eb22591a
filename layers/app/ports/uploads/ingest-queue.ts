/** Feeds the worker that makes videos of objects, as the storage's own events do. */
export interface IngestQueue {
  send(key: string): Promise<void>;
}
