/**
 * Seconds that the engine's work takes on one core, measured on a shared AMD EPYC on 22 November
 * 2026 by `npm run bench:service` (walls of a busy machine say nothing; CPU does). A core of Lambda
 * is taken to be as fast: none was measured.
 */
export type PictureSize = '240p' | '720p' | '1080p';

/** Work for an hour of video, in seconds. */
export interface Work {
  /** Of all threads. */
  readonly cpu: number;
  /** Of the busiest one: no number of cores is faster. */
  readonly busiest: number;
}

interface ReadTimes {
  /** The whole read in one function: sheets, detectors, signals, sound. */
  readonly whole: Work;
  /** Its pictures decoded alone, as segments are. */
  readonly decode: Work;
  /** Bits a second of the files that were measured, H.264. */
  readonly bitrate: number;
}

export const AN_HOUR: Readonly<Record<PictureSize, ReadTimes>> = {
  '240p': {
    whole: { cpu: 80, busiest: 30 },
    decode: { cpu: 46, busiest: 12 },
    bitrate: 0.5e6,
  },
  '720p': {
    whole: { cpu: 252, busiest: 53 },
    decode: { cpu: 228, busiest: 55 },
    bitrate: 2.6e6,
  },
  '1080p': {
    whole: { cpu: 510, busiest: 107 },
    decode: { cpu: 488, busiest: 110 },
    bitrate: 5e6,
  },
};

/** Bringing the segments of an hour together, at 30 frames a second and any size. */
export const MERGE_AN_HOUR: Work = { cpu: 33, busiest: 28 };
/** Decoding the sound of an hour. */
export const SOUND_AN_HOUR: Work = { cpu: 7, busiest: 7 };
/** Finding the voices in the sound of an hour that is nothing but speech. */
export const VOICES_AN_HOUR: Work = { cpu: 22, busiest: 22 };
/** What segments keep of an hour, in bytes: small pictures, tiles, sound. */
export const KEPT_AN_HOUR = 440e6;
/** A decode begins this much video before its segment: from one keyframe to the next. */
export const SEGMENT_LEAD_SECONDS = 8.3;

/** Sheets without detectors, signals and sound, as a part of a whole read's work. */
export const SHEETS_ALONE = 0.92;
/** Writing read as well, as a part of a whole read's work. */
export const TEXT_MORE = 0.2;
/** An hour by its keyframes. */
export const KEYFRAMES_AN_HOUR: Work = { cpu: 16, busiest: 16 };

/** Beside the read itself: open the source, start ffmpeg, give what was found. */
export const CALL: Work = { cpu: 0.4, busiest: 0.4 };
/** Of the worker that has a read decoded and waits for it: plan, charge, store, end the job. */
export const HAND_OVER: Work = { cpu: 0.1, busiest: 0.1 };
/** CPU of drawing and storing a sheet. */
export const SHEET_SECONDS = 0.05;
/** A sheet as JPEG, in bytes. */
export const SHEET_BYTES = 350_000;
