import type { Signal } from '../../frames/signal.ts';
import type { Technical } from '../../frames/technical.ts';
import { toMillisecond } from '../../timestamp.ts';
import type { Transcript } from '../../transcript/transcript.ts';
import type { FileFacts } from '../../videos/file-facts.ts';
import type { Video } from '../../videos/video.ts';
import type { Window } from '../../window.ts';
import type { FilledField, Missing } from '../settle-answer.ts';

/** Finds texts by words, best first: indexes into `texts`, at most so many. */
export type Rank = (words: string, texts: readonly string[], most: number) => number[];

/** All that is known of a stretch of video without anybody having looked at it. */
export interface Facts {
  readonly window: Window;
  /** Seconds of the whole video. */
  readonly duration: number;
  readonly width: number;
  readonly height: number;
  /** Frames a second; 0 without a picture. */
  readonly fps: number;
  readonly title: string | null;
  readonly orientation: Video['orientation'];
  readonly audioTracks: number;
  /** What the container says of the file; null in sessions that were begun before this was kept. */
  readonly file: FileFacts | null;
  /** Frames that were read; null of a part of the video, and where none were counted. */
  readonly frames: number | null;
  /** How many slides came in place of film. */
  readonly slides: number | null;
  /** SMPTE timecode of the first frame. */
  readonly timecode: string | null;
  readonly technical: Technical | null;
  readonly signal: Signal | null;
  readonly transcript: Transcript | null;
  /** Writing that was read on the screen; null where nothing reads it. */
  readonly writing: readonly { start: number; end: number; text: string }[] | null;
  /** Seconds of tiles that were drawn, in order. */
  readonly tiles: readonly number[];
}

/** In words without times, and with the seconds that stand for it. */
export interface FactSentence {
  readonly text: string;
  readonly seconds: readonly number[];
}

/** Something that facts answer. */
export interface FactAnswer {
  readonly sentences: readonly FactSentence[];
  /** A sentence for each thing that was found, and what one and several of them are called. */
  readonly each?: readonly FactSentence[];
  readonly kind?: readonly [one: string, many: string];
  /** Why there is none, where that is not what the intent says of it. */
  readonly absent?: string;
  /** The same as JSON, for members of a schema: a count, a list of seconds, a length, a text. */
  readonly values: FactValues;
}

export interface FactValues {
  readonly count?: number;
  /** The second of the first. */
  readonly first?: number;
  readonly last?: number;
  readonly seconds?: readonly number[];
  readonly spans?: readonly {
    readonly start: number;
    readonly end: number | null;
    readonly text?: string | undefined;
    /** Which of several kinds it is: of camera moves, of ways from shot to shot. */
    readonly kind?: string | undefined;
  }[];
  /** Seconds in all. */
  readonly total?: number;
  readonly longest?: number;
  readonly shortest?: number;
  readonly text?: string;
  readonly texts?: readonly string[];
  readonly truth?: boolean;
  readonly number?: number;
}

/** What a question, or none, is answered with. */
export interface FactFindings {
  readonly sentences: readonly FactSentence[];
  readonly fields: readonly FilledField[];
  readonly missing: readonly Missing[];
}

const SET_MODEL =
  'Set ANSWERER_URL to a server with /v1/chat/completions, and ANSWERER_MODEL to its model.';
export const NEEDS_MODEL = `This needs a vision model, and none is set up here. ${SET_MODEL}`;
/** Of a question that nothing was recognised in, whatever its language. */
export const NOT_UNDERSTOOD = `Without a model questions are understood in English, about what was measured, said or written; any other needs a vision model, and none is set up here. ${SET_MODEL}`;
export const NO_SUMMARY = `A summary needs a model, and none is set up here; all that is said is told. ${SET_MODEL}`;

/**
 * The second that stands for a statement about the whole stretch: that of its first tile, or what
 * else is first. The frame that is shown as the stretch begins may have come before it.
 */
export function firstKnown({ window, tiles, transcript, technical }: Facts): number | undefined {
  return (
    tiles.find((second) => second >= window[0]) ??
    tiles[0] ??
    transcript?.segments[0]?.start ??
    technical?.silence_gaps[0]?.start ??
    technical?.scene_cuts[0]
  );
}

export const totalSeconds = (spans: readonly { start: number; end: number | null }[]): number =>
  toMillisecond(spans.reduce((sum, { start, end }) => sum + ((end ?? start) - start), 0));
