import { LEVEL_SPECS, type Level } from '../../layers/domain/frames/levels.ts';
import { BUNDLED, MEDIA, WAITING } from '../../lib/function-sizes.ts';
import { functionDollars, scaled, secondsOn, together } from './function-cost.ts';
import { LAMBDA, REQUESTS } from './list-prices.ts';
import {
  AN_HOUR,
  CALL,
  HAND_OVER,
  KEYFRAMES_AN_HOUR,
  type PictureSize,
  SHEET_BYTES,
  SHEET_SECONDS,
  SHEETS_ALONE,
  TEXT_MORE,
  type Work,
} from './service-times.ts';

const HOUR = 3600;
const GB = 1e9;
/** Rows of the tables that a call reads and writes until its job has ended. */
const ROWS = { read: 25, written: 20 };
/** A message is sent, received and deleted. */
const QUEUE_REQUESTS = 3;
/** Until a call is accepted, in seconds of its function. */
const ACCEPT_SECONDS = 0.15;
/** A call is answered with its job after this long. */
const LONGEST_WAIT_SECONDS = 100;

/** How a window is read. */
export type Reading = 'keyframes' | 'sheets' | 'everything' | 'everything and text';

export interface FramesCall {
  readonly level: Level;
  readonly seconds: number;
  readonly reading: Reading;
  readonly size: PictureSize;
}

export function sheetsOf({ level, seconds }: Pick<FramesCall, 'level' | 'seconds'>): number {
  const { fps, frames_per_sheet, max_sheets_per_call } = LEVEL_SPECS[level];
  return Math.min(max_sheets_per_call, Math.ceil((seconds * fps) / frames_per_sheet));
}

/** Sheets are encoded beside the thread that is busiest. */
const drawing = (sheets: number): Work => ({ cpu: sheets * SHEET_SECONDS, busiest: 0 });

export function readWork({ seconds, reading, size }: Omit<FramesCall, 'level'>): Work {
  const whole = scaled(AN_HOUR[size].whole, seconds / HOUR);
  switch (reading) {
    case 'keyframes':
      return scaled(KEYFRAMES_AN_HOUR, seconds / HOUR);
    case 'sheets':
      return scaled(whole, SHEETS_ALONE);
    case 'everything':
      return whole;
    case 'everything and text':
      return scaled(whole, 1 + TEXT_MORE);
  }
}

/** Seconds that what decodes a frames call is busy. */
export const framesSeconds = (call: FramesCall): number =>
  secondsOn(MEDIA, together(CALL, readWork(call), drawing(sheetsOf(call))));

/** Seconds of a worker beside those that it waits for others. */
export const handOverSeconds = secondsOn(WAITING, HAND_OVER);

/** Dollars for a call that is decoded for some seconds, and that answers with sheets. */
export function callDollars(decoderSeconds: number, sheets: number): number {
  const workerSeconds = handOverSeconds + decoderSeconds;
  const waited = Math.min(LONGEST_WAIT_SECONDS, workerSeconds) + ACCEPT_SECONDS;
  return (
    functionDollars(MEDIA, decoderSeconds) +
    LAMBDA.request +
    functionDollars(WAITING, workerSeconds) +
    functionDollars(BUNDLED, waited) +
    REQUESTS.edge +
    REQUESTS.gateway +
    QUEUE_REQUESTS * REQUESTS.queue +
    ROWS.read * REQUESTS.tableRead +
    ROWS.written * REQUESTS.tableWrite +
    // Each sheet is stored and fetched, and the result beside them.
    (sheets + 1) * (REQUESTS.objectPut + REQUESTS.objectGet) +
    ((sheets * SHEET_BYTES) / GB) * REQUESTS.gbOut
  );
}

export const framesDollars = (call: FramesCall): number =>
  callDollars(framesSeconds(call), sheetsOf(call));
