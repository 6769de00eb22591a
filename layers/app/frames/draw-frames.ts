import { DomainError } from '../../domain/errors.ts';
import { type FramesPlan, readsThrough } from '../../domain/frames/frames-plan.ts';
import type { StoredFrames } from '../../domain/frames/stored-frames.ts';
import { SourceFault } from '../../domain/sources/source-fault.ts';
import type { KnownVideo } from '../../domain/videos/video-record.ts';
import { sheetKey } from '../operations/result-key.ts';
import type { Made } from '../operations/settle-job.ts';
import type { ArtifactStore } from '../ports/artifacts.ts';
import { GoesOnElsewhere, LeaseLost, type Run } from '../ports/jobs/jobs.ts';
import type { Engine, Measured } from '../ports/sources/engine.ts';
import type { VideoSource } from '../ports/sources/video-source.ts';
import type { SoundTape } from '../ports/transcript/speech.ts';
import type { Listen, Listened } from '../transcript/listen.ts';
import { drawnPictures } from './drawn-pictures.ts';
import type { StoredSheet } from './listed-sheet.ts';
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
  /** Whether each word that was heard keeps its time. */
  readonly timesWords?: boolean | undefined;
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
  async ({ video, source, plan, folder, language, timesWords, heard }, signal) => {
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
    const sheets: StoredSheet[] = [];
    const draw = async () => {
      let measured: Measured | undefined;
      const drawn = async function* () {
        measured = yield* drawer.draw(video.probe, plan, both, tape);
      };
      for await (const { jpeg, ...sheet } of drawn()) {
        const key = sheetKey(folder, sheet.page);
        await artifacts.put(key, jpeg, 'image/jpeg');
        sheets.push({ ...sheet, key, bytes: jpeg.byteLength });
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
    signal.throwIfAborted();
    const drawn = drawnPictures(video, plan, sheets, measured);
    const made = withWords(drawn, listened, { plan, timesWords });
    return { ...made, isUnheard: drawn.isUnheard };
  };
