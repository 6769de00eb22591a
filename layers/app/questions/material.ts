import type { Shortfall } from '../../domain/accounts/shortfall.ts';
import { DomainError } from '../../domain/errors.ts';
import type { FramesPlan } from '../../domain/frames/frames-plan.ts';
import { sheetStretches } from '../../domain/frames/sheet-stretches.ts';
import { StoredFrames } from '../../domain/frames/stored-frames.ts';
import { type MeasuredEvent, measuredEvents } from '../../domain/questions/events.ts';
import type { Depth, Region } from '../../domain/questions/question.ts';
import { planSurvey, probeOfRegion } from '../../domain/questions/survey-plan.ts';
import { holesOf } from '../../domain/sources/damage.ts';
import { listenedNotes } from '../../domain/sources/listened-notes.ts';
import type { Transcript } from '../../domain/transcript/transcript.ts';
import { drawnFrom, type KnownVideo } from '../../domain/videos/video-record.ts';
import type { Window } from '../../domain/window.ts';
import type { DrawFrames } from '../frames/draw-frames.ts';
import { keepJson, keptJson } from '../kept-json.ts';
import { drawingOf, resultPlace } from '../operations/result-key.ts';
import type { ArtifactStore } from '../ports/artifacts.ts';
import type { Digest } from '../ports/digest.ts';
import type { Run } from '../ports/jobs/jobs.ts';
import type { VideoSource } from '../ports/sources/video-source.ts';
import type { Listen } from '../transcript/listen.ts';

/** A stretch of a video that a question is about. */
export interface Subject {
  readonly video: KnownVideo;
  readonly window: Window;
  readonly region: Region | null;
  readonly depth: Depth;
}

/** A subject, and where it is read. */
export interface OpenSubject extends Subject {
  readonly source: VideoSource;
  /** The run that reads it, where a long read may go on without it. */
  readonly run?: Run | undefined;
}

/** What was seen, heard and measured of a subject, before anybody thinks about it. */
export interface Material extends OpenSubject {
  readonly sheets: StoredFrames['sheets'];
  /** The part of the window that each sheet is about. */
  readonly stretches: readonly Window[];
  /** Seconds between two tiles of the survey. */
  readonly interval: number;
  readonly sheetsPerChunk: number;
  readonly transcript: Transcript | null;
  readonly events: readonly MeasuredEvent[];
  /** What the measures are stored as; null for a source without pictures. */
  readonly survey: StoredFrames | null;
  readonly surveyKey: string | null;
  readonly notes: readonly string[];
  readonly shortfall: Shortfall;
}

interface Deps {
  readonly artifacts: Pick<ArtifactStore, 'get' | 'put'>;
  readonly draw: DrawFrames;
  readonly listen: Listen;
  readonly digest: Digest;
  /** What hears the words; another one would hear others. */
  readonly recogniser: string | null;
  /** What reads writing for whoever answers; null for an answerer that sees the pictures. */
  readonly textReader: string | null;
  readonly sheetsPerChunk: (depth: Depth, plan: FramesPlan) => number;
}

/** Raised when the same survey would be drawn or measured differently. */
const SURVEY_VERSION = 12;
const LANGUAGE = 'auto';

export type Gather = (subject: OpenSubject, signal: AbortSignal) => Promise<Material>;

/**
 * Surveys a subject in one decode: sheets of small tiles, what is said, and the measures of every frame.
 * What was surveyed before is taken as it is stored.
 */
export const makeGather =
  (deps: Deps): Gather =>
  async (subject, signal) => {
    const { video, source, window, region, depth } = subject;
    if (!video.probe.picture) return withoutPictures(deps, subject, signal);
    const probe = probeOfRegion(video.probe, region ?? undefined);
    const plan = planSurvey(depth, window, probe, deps.textReader !== null);
    const question = {
      survey: SURVEY_VERSION,
      video: drawnFrom(video),
      // What lies elsewhere may change there.
      source: source.version ?? null,
      drawing: drawingOf(plan),
      recogniser: deps.recogniser,
      ...(deps.textReader !== null && { text: deps.textReader }),
    };
    const { folder, resultKey } = resultPlace(deps.digest, video, question);
    const stored =
      (await keptJson(deps.artifacts, resultKey, StoredFrames)) ??
      (await drawn(
        deps,
        { subject: { ...subject, video: { ...video, probe } }, plan },
        {
          folder,
          resultKey,
        },
        signal,
      ));
    return {
      ...subject,
      sheets: stored.sheets,
      stretches: sheetStretches(plan, stored.sheets),
      interval: 1 / (plan.rate[0] / plan.rate[1]),
      sheetsPerChunk: deps.sheetsPerChunk(depth, plan),
      transcript: stored.transcript,
      events: measuredEvents(stored),
      survey: stored,
      surveyKey: resultKey,
      notes: stored.notes,
      shortfall: stored.shortfall,
    };
  };

async function drawn(
  { artifacts, draw }: Deps,
  { subject, plan }: { subject: OpenSubject; plan: FramesPlan },
  { folder, resultKey }: { folder: string; resultKey: string },
  signal: AbortSignal,
): Promise<StoredFrames> {
  const { video, source, run } = subject;
  const drawing = { run, video, source, plan, folder, language: LANGUAGE, timesWords: true };
  const { result, whole } = await draw(drawing, signal);
  // Without its words it is this reading's alone: another try may hear them.
  if (whole) await keepJson(artifacts, resultKey, result);
  return result;
}

/** A source of sound alone is answered from what is said. */
async function withoutPictures(
  { listen }: Deps,
  subject: OpenSubject,
  signal: AbortSignal,
): Promise<Material> {
  const { run, video, source, window } = subject;
  if (video.probe.audio.length === 0) {
    throw new DomainError('no_video_stream', 'This file holds neither picture nor sound.');
  }
  const listening = { run, video, source, window, language: LANGUAGE };
  const { transcript, notes, damage } = await listen(listening, signal);
  return {
    ...subject,
    sheets: [],
    stretches: [],
    interval: 0,
    sheetsPerChunk: 0,
    transcript,
    events: [],
    survey: null,
    surveyKey: null,
    notes: [
      'The source has no picture: the answer comes from its sound alone.',
      ...listenedNotes(video.probe, window, damage),
      ...notes,
    ],
    shortfall: { damaged: holesOf(damage.silent), ends_at: null },
  };
}
