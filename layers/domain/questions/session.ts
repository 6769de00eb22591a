import { z } from 'zod';
import { Transcript } from '../transcript/transcript.ts';
import { FileFacts } from '../videos/file-facts.ts';
import { Video } from '../videos/video.ts';
import type { Window } from '../window.ts';
import { isAsDeep } from './depths.ts';
import { Depth, Region } from './question.ts';

const seconds = z.number();

/** What was noticed in a stretch of a video. */
export const Note = z.object({
  kind: z.string(),
  from: seconds,
  to: seconds,
  text: z.string(),
  certainty: z.number(),
});
export type Note = z.infer<typeof Note>;

/** A reading that can be asked on about, as its row holds it. */
export const QuestionSession = z.object({
  session_id: z.string(),
  org_id: z.string(),
  video_id: z.string(),
  /** The version of the video that was read. */
  video_version: z.string(),
  depth: Depth,
  window: z.tuple([seconds, seconds]),
  region: Region.nullable(),
  /** Kind, model and version of the prompts: another one would have noticed other things. */
  answerer: z.string(),
  /** Whether the window is all of the video: then a question that names none is about the same. */
  whole: z.boolean(),
  /** Questions that were asked in it, with their answers, the oldest first. */
  asked: z.array(z.object({ question: z.string(), answer: z.string() })).default([]),
  /** The object that holds what was found. */
  found_key: z.string(),
  created_at: z.iso.datetime(),
});
export type QuestionSession = z.infer<typeof QuestionSession>;

/** What a reading found, as it is kept for questions to come. */
export const Found = z.object({
  notes: z.array(Note),
  video: Video,
  /** Missing in what was kept before this was. */
  file: FileFacts.optional(),
  transcript: Transcript.nullable(),
  /** Tiles that were sent, each with the distance to the next of its sheet. */
  tiles: z.array(z.object({ second: seconds, interval: seconds })),
  /** Where the measures are kept; null for a source without pictures. */
  survey_key: z.string().nullable(),
});
export type Found = z.infer<typeof Found>;

const SAME_MOMENT = 0.001;

/** What a question wants read; without a window, all of the video. */
export interface Wanted {
  readonly window: Window | undefined;
  readonly region?: Region | undefined;
  readonly depth: Depth;
}

/** Whether a session has read what a question wants read: the same stretch, as closely or more so. */
export function hasRead(session: QuestionSession, wanted: Wanted, answerer: string): boolean {
  const [start, end] = session.window;
  const { window, region = null, depth } = wanted;
  const isSameStretch = window
    ? Math.abs(start - window[0]) <= SAME_MOMENT && Math.abs(end - window[1]) <= SAME_MOMENT
    : session.whole;
  return (
    session.answerer === answerer &&
    isAsDeep(session.depth, depth) &&
    JSON.stringify(session.region) === JSON.stringify(region) &&
    isSameStretch
  );
}
