import type { DrawnSheet, Engine, Measured, SoundSink } from '../app/ports/sources/engine.ts';
import type { TextReader } from '../app/ports/sources/text-reader.ts';
import { DomainError } from '../domain/errors.ts';
import { toNumber } from '../domain/fraction.ts';
import { type FramesPlan, readsThrough } from '../domain/frames/frames-plan.ts';
import { TECHNICAL_SKIPPED } from '../domain/frames/technical.ts';
import { type Damage, NO_DAMAGE } from '../domain/sources/damage.ts';
import type { Probe } from '../domain/sources/probe.ts';
import { undecodablePicture } from '../domain/sources/undecodable.ts';
import { toMillisecond } from '../domain/timestamp.ts';
import { windowSeconds } from '../domain/window.ts';
import { SheetCanvas } from './compose/sheet.ts';
import { canStamp } from './compose/stamp.ts';
import { stampTexts } from './compose/stamp-text.ts';
import type { Binaries } from './ffmpeg/binaries.ts';
import { SMALL, startMeasurement } from './measure/measure.ts';
import { probe } from './probe/probe.ts';
import type { Source, Tile } from './read/decode.ts';
import { readKeyframes } from './read/keyframes.ts';
import { readSequential } from './read/sequential.ts';
import { TimeGrid } from './read/time-grid.ts';
import { textSize } from './text/text-size.ts';
import { TextWatch } from './text/text-watch.ts';

/**
 * The engine on ffmpeg and sharp.
 * @param reader reads what is written, where a plan asks for it
 */
export const ffmpegEngine = (binaries: Binaries, reader?: TextReader): Engine => ({
  probe: (input, signal) => probe(binaries, input, signal),
  draw: (input, found, plan, signal, sound) =>
    draw({ binaries, reader }, input, found, plan, signal, sound),
});

async function* draw(
  { binaries, reader }: { binaries: Binaries; reader: TextReader | undefined },
  input: string,
  found: Probe,
  plan: FramesPlan,
  signal: AbortSignal,
  sound: SoundSink | undefined,
): AsyncGenerator<DrawnSheet, Measured> {
  const { picture } = found;
  if (!picture) throw new DomainError('no_video_stream', 'This file holds sound but no picture.');
  const source: Source = { binaries, input, probe: found, picture, plan, signal };
  const notes = notesOf(source);
  const text = plan.readsText && reader ? watchText(source, reader) : undefined;
  const writing = async () => text && { writing: await text.finish() };
  if (plan.keyframesSuffice) {
    const damage = yield* drawSheets(source, readKeyframes(source, text));
    return { technical: TECHNICAL_SKIPPED, damage, notes, ...(await writing()) };
  }
  const all = { first: 0, count: plan.tiles };
  if (!readsThrough(plan)) {
    const damage = yield* drawSheets(source, readSequential(source, all));
    return { technical: TECHNICAL_SKIPPED, damage, notes };
  }
  const measurement = startMeasurement({
    window: plan.covered,
    frameRate: toNumber(picture.rate),
    detectors: plan.detectors,
    signals: plan.signals,
    hasAudio: found.audio.length > 0,
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
  const damage = yield* drawSheets(source, readSequential(source, all, listener));
  return { ...measurement.finish(), damage, notes, ...(await writing()) };
}

/** Pictures read of each minute, and of a window of which keyframes alone are decoded. */
const READ_PER_MINUTE = 24;
const READ_OF_KEYFRAMES = 60;

const READ_IN_KEYFRAMES = `Writing is read in some of the keyframes, ${READ_OF_KEYFRAMES} or few more: start and end are those of pictures that were read.`;

function watchText({ probe: { width, height }, plan, signal }: Source, reader: TextReader) {
  const window = plan.covered;
  const perSecond = plan.keyframesSuffice
    ? READ_OF_KEYFRAMES / Math.max(1, windowSeconds(window))
    : READ_PER_MINUTE / 60;
  const size = textSize({ width, height });
  return new TextWatch({ reader, size, window, perSecond, signal });
}

/**
 * Lays tiles out on sheets; those whose picture was lost are left out, and later ones move up.
 * While one sheet is encoded the next is already being filled.
 * @throws DomainError no_video_stream when no picture of the window could be decoded
 */
async function* drawSheets(
  { plan, picture }: Source,
  tiles: AsyncGenerator<Tile, Damage>,
): AsyncGenerator<DrawnSheet, Damage> {
  const grid = new TimeGrid(picture);
  const most = Math.max(...plan.sheets.map(([, count]) => count));
  // One is filled while the other is encoded.
  const canvases: SheetCanvas[] = [];
  let encoding: Promise<DrawnSheet> | undefined;
  let repeated: Tile | undefined;
  let drawn = 0;
  let damage: Damage | undefined;
  const nextTile = async (): Promise<Tile | undefined> => {
    while (damage === undefined) {
      const { value, done } = await tiles.next();
      if (done) damage = value;
      else if (!value.lost) return value;
    }
    return undefined;
  };
  try {
    for (const [first, count] of plan.sheets) {
      const fresh = await nextTile();
      if (!fresh) break;
      if (canvases.length < 2) canvases.push(new SheetCanvas(plan.geometry, most));
      const canvas = canvases[drawn % 2] as SheetCanvas;
      canvas.clear(count);
      const frameTimes: number[] = [];
      const place = ({ pts, rgb }: Tile) => {
        const seconds = grid.secondsOf(pts);
        frameTimes.push(toMillisecond(seconds));
        canvas.place(rgb, stampTexts(plan, picture, seconds));
      };
      // With overlap a sheet starts with the tile that the one before ended with.
      if (repeated) place(repeated);
      repeated = undefined;
      for (let tile: Tile | undefined = fresh; tile; ) {
        place(tile);
        if (frameTimes.length < count) {
          tile = await nextTile();
          continue;
        }
        if (overlaps(plan, first, count)) repeated = copyOf(tile);
        break;
      }
      if (encoding !== undefined) yield await encoding;
      encoding = encode(canvas, ++drawn, frameTimes);
    }
    if (encoding !== undefined) yield await encoding;
    // Frames and sound after the last tile may still be on their way to who listens.
    while (damage === undefined) await nextTile();
    if (drawn === 0) throw undecodablePicture();
    return damage;
  } finally {
    await tiles.return(damage ?? NO_DAMAGE);
    await encoding?.catch(() => {});
  }
}

const overlaps = ({ sheets }: FramesPlan, first: number, count: number) =>
  sheets.some(([next]) => next === first + count - 1 && next > first);

const copyOf = ({ pts, rgb }: Tile): Tile => ({ pts, rgb: Buffer.from(rgb) });

async function encode(
  canvas: SheetCanvas,
  page: number,
  frameTimes: number[],
): Promise<DrawnSheet> {
  return { page, frameTimes, ...(await canvas.toJpeg()) };
}

function notesOf({ plan, picture }: Source): string[] {
  const [width, height] = plan.geometry.tile;
  const widest = stampTexts(plan, picture, plan.covered[1]);
  return [
    ...(plan.keyframesSuffice
      ? [
          'Tiles show the keyframe nearest to the asked second; each is stamped with its own second.',
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
