import { DomainError } from '../../domain/errors.ts';
import { shownRate } from '../../domain/fraction.ts';
import { boundedFindings } from '../../domain/frames/findings-limit.ts';
import { type FramesPlan, readsThrough } from '../../domain/frames/frames-plan.ts';
import { visionTokens } from '../../domain/frames/geometry.ts';
import { withText } from '../../domain/frames/on-screen-text.ts';
import { qaFlags } from '../../domain/frames/qa-flags.ts';
import type { StoredFrames } from '../../domain/frames/stored-frames.ts';
import {
  beginningNotes,
  coverageWithout,
  holesOf,
  lengthNotes,
  pictureNotes,
  soundNotes,
  technicalWithout,
} from '../../domain/sources/damage.ts';
import { SourceFault } from '../../domain/sources/source-fault.ts';
import { undecodablePicture } from '../../domain/sources/undecodable.ts';
import { toMillisecond } from '../../domain/timestamp.ts';
import { type KnownVideo, videoOf } from '../../domain/videos/video-record.ts';
import { sheetKey } from '../operations/result-key.ts';
import type { Made } from '../operations/settle-job.ts';
import type { ArtifactStore } from '../ports/artifacts.ts';
import { GoesOnElsewhere, LeaseLost, type Run } from '../ports/jobs/jobs.ts';
import type { DrawnSheet, Engine, Measured } from '../ports/sources/engine.ts';
import type { VideoSource } from '../ports/sources/video-source.ts';
import type { SoundTape } from '../ports/transcript/speech.ts';
import type { Listen, Listened } from '../transcript/listen.ts';
import { type DrawnPictures, type Heard, withWords } from './with-words.ts';

export interface Drawing {
  readonly video: KnownVideo;
  readonly source: VideoSource;
  /** The run that it is drawn for, where a long read may go on without it. */
  readonly run?: Run | undefined;
  readonly plan: FramesPlan;
  /** Where the sheets go. */
  readonly folder: string;
  /** What is spoken, or `auto`; null when nobody asked what is said. */
  readonly language: string | null;
  /** What is said, where that is known already. */
  readonly heard?: Heard | undefined;
}

type OfRead = Parameters<Engine['draw']> extends [string, ...infer Of] ? Of : never;

/** Draws as an engine does, out of what it was made for. */
export interface Drawer {
  draw(...of: OfRead): ReturnType<Engine['draw']>;
}

export type DrawFrames = (
  drawing: Drawing,
  signal: AbortSignal,
) => Promise<Made<StoredFrames> & Pick<DrawnPictures, 'isUnheard'>>;

interface Deps {
  readonly artifacts: Pick<ArtifactStore, 'put'>;
  readonly drawer: Drawer;
  readonly listen: Listen;
  readonly newTape: () => SoundTape;
}

/**
 * The sheets are worth having without the words.
 * @throws SourceFault, GoesOnElsewhere, LeaseLost
 */
export async function listenOrSay(listening: Promise<Listened>): Promise<Heard> {
  try {
    return await listening;
  } catch (error) {
    if (error instanceof SourceFault || error instanceof GoesOnElsewhere) throw error;
    if (error instanceof LeaseLost) throw error;
    const why = error instanceof DomainError ? error.message : 'The recogniser failed.';
    return { transcript: null, notes: [`The sound was not transcribed. ${why}`] };
  }
}

/** Draws a plan's sheets, stores each as it comes, and puts the result together. */
export const makeDrawFrames =
  ({ artifacts, drawer, listen, newTape }: Deps): DrawFrames =>
  async ({ video, source, plan, folder, language, heard }, signal) => {
    const stop = new AbortController();
    const both = AbortSignal.any([signal, stop.signal]);
    const tape =
      language !== null && !heard && video.probe.audio.length > 0 && readsThrough(plan)
        ? newTape()
        : undefined;
    const listening =
      heard || language === null
        ? heard
        : listenOrSay(
            listen(
              {
                video,
                source,
                window: plan.covered,
                language,
                ...(tape ? { sound: tape.play() } : {}),
              },
              both,
            ).finally(() => tape?.discard()),
          );
    const drawn: (Omit<DrawnSheet, 'jpeg'> & { key: string; bytes: number })[] = [];
    const draw = async () => {
      let measured: Measured | undefined;
      const sheets = async function* () {
        measured = yield* drawer.draw(video.probe, plan, both, tape);
      };
      for await (const { jpeg, ...sheet } of sheets()) {
        const key = sheetKey(folder, sheet.page);
        await artifacts.put(key, jpeg, 'image/jpeg');
        drawn.push({ ...sheet, key, bytes: jpeg.byteLength });
      }
      if (!measured) throw new Error('the engine ended without measurements');
      return measured;
    };
    const drawing = draw();
    const ended = drawing.then((measured) => {
      tape?.end();
      return measured;
    });
    const [measured, listened] = await Promise.all([ended, listening]).catch(
      async (error: unknown) => {
        stop.abort();
        tape?.discard();
        // Whichever failed, the other one lets go of the source first.
        await Promise.allSettled([drawing, listening]);
        throw error;
      },
    );
    const { damage } = measured;
    signal.throwIfAborted();
    const holes = holesOf(damage.lost);
    const coverage = coverageWithout(plan.coverage, holes);
    const isMoment = plan.coverage.covered_seconds === 0;
    if (!isMoment && coverage.covered_seconds === 0) throw undecodablePicture();
    const findings = boundedFindings(technicalWithout(measured.technical, damage), measured.signal);
    const { technical } = findings;
    const writing = measured.writing?.lines;
    const found = findings.signal && withText(findings.signal, writing ?? []);
    const seconds = ({ frameTimes }: { frameTimes: readonly number[] }) =>
      frameTimes.map(toMillisecond);

    const sheets = drawn.map((sheet, at): StoredFrames['sheets'][number] => {
      const times = seconds(sheet);
      const t0 = times.at(0) ?? 0;
      const next = drawn[at + 1]?.frameTimes.at(0) ?? plan.covered[1];
      return {
        page: sheet.page,
        t0,
        t1: times.at(-1) ?? t0,
        n_frames: times.length,
        frame_times: times,
        width: sheet.width,
        height: sheet.height,
        bytes: sheet.bytes,
        estimated_vision_tokens: visionTokens([sheet.width, sheet.height]),
        spoken: '',
        qa_flags: qaFlags(technical, [t0, next], writing),
        key: sheet.key,
      };
    });
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
      technical,
      ...(found === undefined ? {} : { signal: found }),
      ...(writing === undefined ? {} : { on_screen_text: [...writing] }),
      notes: [
        ...plan.notes,
        ...beginningNotes(video.probe),
        ...lengthNotes(video.probe),
        ...pictureNotes(damage),
        ...soundNotes(damage, plan.covered),
        ...measured.notes,
        ...(measured.writing?.notes ?? []),
        ...findings.notes,
      ],
      shortfall: { damaged: holes, ends_at: null },
    };
    const isUnheard = damage.unheard !== null;
    return { ...withWords({ result, isUnheard }, plan.covered, listened), isUnheard };
  };
