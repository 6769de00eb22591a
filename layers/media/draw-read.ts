import type { DrawnSheet, Measured, SoundSink } from '../app/ports/sources/engine.ts';
import type { TextReader } from '../app/ports/sources/text-reader.ts';
import { toNumber } from '../domain/fraction.ts';
import { readsThrough } from '../domain/frames/frames-plan.ts';
import { withLaidWords } from '../domain/frames/on-screen-text.ts';
import { TECHNICAL_SKIPPED } from '../domain/frames/technical.ts';
import type { Damage } from '../domain/sources/damage.ts';
import { windowSeconds } from '../domain/window.ts';
import { drawSheets } from './compose/draw-sheets.ts';
import { canStamp } from './compose/stamp.ts';
import { stampTexts } from './compose/stamp-text.ts';
import { startMeasurement } from './measure/measure.ts';
import { SMALL } from './measure/pictures/grey.ts';
import type { Reading, Tile } from './read/decode.ts';
import type { Listener, PictureSink } from './read/listener.ts';
import { textSize } from './text/text-size.ts';
import { TextWatch, type Writing } from './text/text-watch.ts';

/** Who takes what a read gives beside its sheets. */
export interface Takers {
  /** Reads what is written, where a plan asks for it. */
  readonly reader?: TextReader | undefined;
  /** Is given the sound where the plan reads through. */
  readonly sound?: SoundSink | undefined;
}

/**
 * The tiles of a read, for what listens to it.
 * @param listener missing where the plan does not read through
 * @param text takes the keyframes of a plan that keyframes suffice for
 */
export type TilesOf = (
  listener: Listener | undefined,
  text: PictureSink | undefined,
) => AsyncGenerator<Tile, Damage>;

/** Draws and measures a read, whose tiles and frames may come from a decode or from records. */
export async function* drawRead(
  reading: Reading,
  { reader, sound }: Takers,
  tilesOf: TilesOf,
): AsyncGenerator<DrawnSheet, Measured> {
  const { plan, probe, picture } = reading;
  const notes = notesOf(reading);
  const text = plan.readsText && reader ? watchText(reading, reader) : undefined;
  if (!readsThrough(plan)) {
    const damage = yield* drawSheets(reading, tilesOf(undefined, text));
    const writing = writingOf(await text?.finish());
    return { technical: TECHNICAL_SKIPPED, damage, notes, ...writing };
  }
  const measurement = startMeasurement({
    window: plan.covered,
    frameRate: toNumber(picture.rate),
    peakRate: toNumber(picture.peakRate),
    detectors: plan.detectors,
    signals: plan.signals,
    hasAudio: probe.audio.length > 0,
  });
  const listener = {
    ...measurement,
    small: SMALL,
    text,
    frame(seconds: number, planes: Uint8Array) {
      measurement.frame(seconds, planes);
      text?.frame(seconds, planes);
    },
    audio(samples: Int16Array, startSeconds: number) {
      measurement.audio(samples, startSeconds);
      sound?.write(samples);
    },
  };
  const damage = yield* drawSheets(reading, tilesOf(listener, undefined));
  const { technical, signal, cuts } = measurement.finish();
  const written = await text?.finish();
  const around = { cuts, until: plan.covered[1] };
  const found = signal && withLaidWords(signal, written?.laid ?? [], around);
  return { technical, ...(found && { signal: found }), damage, notes, ...writingOf(written) };
}

const writingOf = (written: Writing | undefined): Pick<Measured, 'writing'> =>
  written ? { writing: { lines: written.lines, notes: written.notes } } : {};

/** Pictures read of each minute, and of a window of which keyframes alone are decoded. */
const READ_PER_MINUTE = 24;
const READ_OF_KEYFRAMES = 60;

const READ_IN_KEYFRAMES = `Writing is read in some of the keyframes, ${READ_OF_KEYFRAMES} or few more: start and end are those of pictures that were read.`;

function watchText({ probe: { width, height }, plan, signal }: Reading, reader: TextReader) {
  const window = plan.covered;
  const perSecond = plan.keyframesSuffice
    ? READ_OF_KEYFRAMES / Math.max(1, windowSeconds(window))
    : READ_PER_MINUTE / 60;
  const size = textSize({ width, height });
  return new TextWatch({ reader, size, window, perSecond, signal });
}

function notesOf({ plan, picture }: Reading): string[] {
  const [width, height] = plan.geometry.tile;
  const widest = stampTexts(plan, picture, plan.covered[1]);
  return [
    ...(plan.keyframesSuffice
      ? [
          'Tiles show the keyframe nearest to the asked second where one is less than half an interval away, else the exact frame; each is stamped with its own second.',
          ...(plan.readsText ? [READ_IN_KEYFRAMES] : []),
        ]
      : []),
    ...(canStamp(widest, { x: 0, y: 0, width, height })
      ? []
      : [
          `Tiles of ${width} x ${height} pixels are too small for a stamp; frame_times tells their seconds.`,
        ]),
  ];
}
