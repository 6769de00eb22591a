import type { ApiError } from '../../../domain/errors.ts';
import type { UploadRecord } from '../../../domain/uploads/upload-record.ts';
import type { Due } from '../due.ts';

/**
 * Uploads from their reservation on; settling one is VideoStore's, since it comes with the video.
 */
export interface UploadStore {
  /**
   * @param sweepAt when the upload is looked at again by the sweep, unless it is settled by then
   */
  reserve(upload: UploadRecord, sweepAt: Date): Promise<void>;
  find(orgId: string, uploadId: string): Promise<UploadRecord | undefined>;
  /**
   * Keeps an upload from ever being settled; does nothing to one that is settled or refused.
   * @param at when that was decided, as its webhook tells
   */
  refuse(upload: UploadRecord, error: ApiError, at: Date): Promise<void>;
  /** Forgets an upload that is not settled. */
  remove(upload: UploadRecord): Promise<void>;
  /**
   * Makes one reader out of those that would read an upload's bytes at the same time, until it says
   * otherwise or its time is over; the same reader may claim again. False when another one holds
   * it, or when there is nothing left to decide.
   */
  claim(upload: UploadRecord, reader: string, at: Date, until: Date): Promise<boolean>;
  /** Lets go of a claim before its time. */
  release(upload: UploadRecord, reader: string): Promise<void>;
  /** Puts off when the sweep looks at an upload; does nothing to one that it looks at no more. */
  postpone(upload: UploadRecord, sweepAt: Date): Promise<void>;
  /** Takes a settled upload off the sweep's list. */
  keep(upload: UploadRecord): Promise<void>;
  due(time: Date, limit: number): Promise<Due<UploadRecord>>;
}
