import type { FramesRequest } from '../../domain/frames/frames.ts';
import type { FramesPlan } from '../../domain/frames/frames-plan.ts';
import type { TranscriptPlan } from '../../domain/transcript/transcript-plan.ts';
import { videoFolder } from '../../domain/videos/video-folder.ts';
import { drawnFrom, type KnownVideo } from '../../domain/videos/video-record.ts';
import type { Digest } from '../ports/digest.ts';

/**
 * Raised when the same question would be drawn differently, so that older results are not served.
 */
const DRAWING_VERSION = 6;
/** Raised when the same question would be answered differently. */
const LISTENING_VERSION = 5;

/** All that the sheets of a call depend on. */
export const framesQuestion = (
  video: KnownVideo,
  { transcribe, language }: Pick<FramesRequest, 'transcribe' | 'language'>,
  plan: FramesPlan,
): unknown => [DRAWING_VERSION, drawnFrom(video), plan, transcribe && language];

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
