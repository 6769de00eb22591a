/** A row of a restored table, by the ids that it names. */
export interface RestoredRow {
  readonly orgId: string;
  /** Every id in the row's key, and those by which it belongs to something: it goes with any. */
  readonly ids: readonly string[];
  /** Of a row that is a video, or part of one. */
  readonly videoId?: string | undefined;
  /** Of a row that is a job. */
  readonly jobId?: string | undefined;
  /** The video that an upload was to be. */
  readonly reservedVideoId?: string | undefined;
}

/** Every row of a table that was restored from a backup and is not in use yet. */
export interface RestoredRows<Row extends RestoredRow = RestoredRow> {
  all(): AsyncIterable<Row>;
  delete(row: Row): Promise<void>;
}
