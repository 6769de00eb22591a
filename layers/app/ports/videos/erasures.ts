/** A video that is being erased. */
export interface Erasure {
  readonly orgId: string;
  readonly videoId: string;
}

export interface DueErasure extends Erasure {
  readonly interrupted: boolean;
}

/**
 * Erasure of the rows of videos. Until an erasure has ended, a note with the video's id alone
 * stands in its place.
 */
export interface Erasures {
  /**
   * Puts the note in place of the video: from then on it is not found, its bytes are unknown, and
   * nothing that was begun for it can be written.
   * @returns `resumed` when an earlier erasure did not come to its end; undefined when there is no
   * such video
   */
  begin(erasure: Erasure, at: Date): Promise<'begun' | 'resumed' | undefined>;
  /**
   * The ids of all that the erasure deletes: of the video first, of its uploads, jobs and sessions.
   */
  ids(erasure: Erasure): Promise<string[]>;
  /** The jobs about the video, and which of them count among those of the organization at once. */
  jobs(erasure: Erasure): Promise<{ readonly jobId: string; readonly holdsSlot: boolean }[]>;
  /** The folders of objects that belong to the video's uploads and lie outside its own. */
  strayFolders(erasure: Erasure): Promise<string[]>;
  /**
   * Deletes every row of the video and every row that leads to it, but the note. Items of batches
   * that wait for the video end as failed, and hold nothing of it; those that have ended stay so.
   */
  deleteRows(erasure: Erasure): Promise<void>;
  /** Takes the note away: at once, or by `due` when something must be looked at again by then. */
  end(erasure: Erasure, lookAgain?: Date): Promise<void>;
  /**
   * Erasures that something must be looked at again for, because they were interrupted or as they
   * asked.
   */
  due(time: Date, limit: number): Promise<DueErasure[]>;
  /** Looks at an erasure that has not ended again at a later time. */
  putOff(erasure: Erasure, until: Date): Promise<void>;
}
