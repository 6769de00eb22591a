import type { FramesRequest } from '../../domain/frames/frames.ts';
import type { FramesPlan } from '../../domain/frames/frames-plan.ts';
import type { TranscriptPlan } from '../../domain/transcript/transcript-plan.ts';
import { videoFolder } from '../../domain/videos/video-folder.ts';
import { drawnFrom, type KnownVideo } from '../../domain/videos/video-record.ts';
import type { Digest } from '../ports/digest.ts';

/**
 * Raised when the same question would be drawn differently, so that older results are not served.
 */
const DRAWING_VERSION = 58;
/** Raised when the same question would be answered differently. */
const LISTENING_VERSION = 18;

/**
 * Whether what is drawn for a plan depends on a part of it. The rest follows from the others or is
 * words of ours: those may change without drawing anything anew.
 */
const IS_DRAWN: Readonly<Record<keyof FramesPlan, boolean>> = {
  level: true,
  rate: true,
  // The result says so.
  fpsCappedToSource: true,
  atSourceRate: true,
  window: true,
  covered: true,
  tiles: true,
  sheets: true,
  geometry: true,
  crop: true,
  signals: true,
  detectors: true,
  keyframesSuffice: true,
  readsText: true,
  coverage: false,
  notes: false,
};

/** The parts of a plan that its drawing depends on, by name. */
export const drawingOf = (plan: FramesPlan): unknown =>
  Object.fromEntries(
    Object.entries(IS_DRAWN).flatMap(([name, isDrawn]) =>
      isDrawn ? [[name, plan[name as keyof FramesPlan]]] : [],
    ),
  );

/**
 * All that the result of a frames call depends on, by name: two calls for which it is equal are
 * answered by one drawing.
 * @param by what hears the words, and what reads writing; others would hear and read otherwise
 */
export const framesQuestion = (
  video: Pick<KnownVideo, 'version' | 'restored_at'>,
  {
    qa,
    transcribe,
    language,
    read_text,
  }: Pick<FramesRequest, 'qa' | 'transcribe' | 'language' | 'read_text'>,
  plan: FramesPlan,
  { recogniser, textReader }: Readonly<Record<'recogniser' | 'textReader', string | null>>,
): unknown => ({
  frames: DRAWING_VERSION,
  video: drawnFrom(video),
  drawing: drawingOf(plan),
  // Of a window too long for the detectors a note says so, to whoever asked for them.
  skipsDetectors: qa && !plan.detectors,
  words: transcribe ? { language: language.toLowerCase(), recogniser } : null,
  ...(read_text && { text: textReader }),
});

/** All that a transcript depends on. */
export const transcriptQuestion = (
  video: KnownVideo,
  { window, language }: TranscriptPlan,
): unknown => ['transcript', LISTENING_VERSION, drawnFrom(video), window, language];

/**
 * Where what answers a question about a video is kept: the result, and beside it what it refers to.
 */
export function resultPlace(
  digest: Digest,
  video: Pick<KnownVideo, 'org_id' | 'video_id'>,
  question: unknown,
): { folder: string; resultKey: string } {
  const folder = `${videoFolder(video.org_id, video.video_id)}results/${digest(JSON.stringify(question))}`;
  return { folder, resultKey: `${folder}/result.json` };
}

/** The place of a result whose key is known. */
export const folderOf = (resultKey: string): { folder: string; resultKey: string } => ({
  folder: resultKey.slice(0, resultKey.lastIndexOf('/')),
  resultKey,
});

export const sheetPrefix = (folder: string): string => `${folder}/sheet-`;
export const sheetKey = (folder: string, page: number): string =>
  `${sheetPrefix(folder)}${page}.jpg`;
