import { shownRate } from '../../domain/fraction.ts';
import { boundedFindings } from '../../domain/frames/findings-limit.ts';
import type { FramesPlan } from '../../domain/frames/frames-plan.ts';
import { type OnScreenText, withText } from '../../domain/frames/on-screen-text.ts';
import { qaFlags } from '../../domain/frames/qa-flags.ts';
import { sheetStretches } from '../../domain/frames/sheet-stretches.ts';
import type { StoredFrames } from '../../domain/frames/stored-frames.ts';
import type { Technical } from '../../domain/frames/technical.ts';
import {
  coverageWithout,
  holesOf,
  technicalWithout,
  unseenOf,
} from '../../domain/sources/damage.ts';
import { pictureNotes, soundNotes } from '../../domain/sources/damage-notes.ts';
import {
  beginningNotes,
  besideNotes,
  lengthNotes,
  shapeNotes,
} from '../../domain/sources/file-notes.ts';
import { undecodablePicture } from '../../domain/sources/undecodable.ts';
import { toMillisecond } from '../../domain/timestamp.ts';
import { type KnownVideo, videoOf } from '../../domain/videos/video-record.ts';
import type { Measured } from '../ports/sources/engine.ts';
import { listedSheet, type StoredSheet } from './listed-sheet.ts';
import type { DrawnPictures } from './with-words.ts';

/**
 * The result of a read but for its words, out of what was drawn and measured.
 * @throws DomainError no_video_stream when nothing of a stretch could be decoded
 */
export function drawnPictures(
  video: KnownVideo,
  plan: FramesPlan,
  drawn: readonly StoredSheet[],
  measured: Measured,
): DrawnPictures {
  const { damage, writing } = measured;
  const holes = holesOf(unseenOf(damage));
  const coverage = coverageWithout(plan.coverage, { lost: holes, twice: damage.twice });
  const untold = [...damage.absent, ...(video.probe.missing ?? [])];
  const isMoment = plan.coverage.covered_seconds === 0;
  if (!isMoment && coverage.covered_seconds === 0) throw undecodablePicture();
  const findings = boundedFindings(technicalWithout(measured.technical, damage), measured.signal);
  const signal = findings.signal && withText(findings.signal, writing?.lines ?? []);
  const sheets = describedSheets(drawn, plan, findings.technical, writing?.lines);
  const result: StoredFrames = {
    video: videoOf(video),
    detail: plan.level,
    fps: shownRate(plan.rate),
    fps_capped_to_source: plan.fpsCappedToSource,
    window: [toMillisecond(plan.window[0]), toMillisecond(plan.window[1])],
    coverage,
    geometry: plan.geometry,
    total_frames: sheets.reduce((sum, sheet) => sum + sheet.n_frames, 0),
    total_estimated_vision_tokens: sheets.reduce(
      (sum, sheet) => sum + sheet.estimated_vision_tokens,
      0,
    ),
    sheets,
    transcript: null,
    technical: findings.technical,
    ...(signal === undefined ? {} : { signal }),
    ...(writing === undefined ? {} : { on_screen_text: [...writing.lines] }),
    notes: [
      ...plan.notes,
      ...besideNotes(video.probe),
      ...beginningNotes(video.probe),
      ...lengthNotes(video.probe),
      ...shapeNotes(video.probe),
      ...pictureNotes(damage),
      ...soundNotes(damage, plan.covered, video.probe.duration, untold),
      ...measured.notes,
      ...(writing?.notes ?? []),
      ...findings.notes,
    ],
    shortfall: { damaged: holes, ends_at: null },
  };
  return { result, isUnheard: damage.unheard !== null };
}

const describedSheets = (
  drawn: readonly StoredSheet[],
  plan: FramesPlan,
  technical: Technical,
  writing: readonly OnScreenText[] | undefined,
): StoredFrames['sheets'] => {
  const sheets = drawn.map(listedSheet);
  return sheetStretches(plan, sheets).map((stretch, at) => ({
    ...(sheets[at] as (typeof sheets)[number]),
    spoken: '',
    qa_flags: qaFlags(technical, stretch, writing),
  }));
};
