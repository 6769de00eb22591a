import { join } from 'node:path';
import type { DrawnSheet, Measured } from '../../app/ports/sources/engine.ts';
import type { Damage } from '../../domain/sources/damage.ts';
import { drawRead, type Takers } from '../draw-read.ts';
import type { Reading, Tile } from '../read/decode.ts';
import type { Listener, PictureSink } from '../read/listener.ts';
import { playTiles } from '../read/play-tiles.ts';
import { Read } from '../read/read.ts';
import { soundToHear } from '../read/sound-mix.ts';
import { TimeGrid } from '../read/time-grid.ts';
import { readFrames } from './frame-file.ts';
import { type Kept, PlayedRecording } from './played-recording.ts';
import {
  type PicturesRecord,
  type SegmentRecord,
  type SoundRecord,
  STREAMS,
  type TilesRecord,
} from './segment-record.ts';
import { pictureForms } from './stream-forms.ts';

/** The segments of a read that was cut, their pictures in order. */
interface CutRead {
  readonly pictures: AsyncIterable<Kept<PicturesRecord>>;
  readonly sound: Promise<Kept<SoundRecord>> | undefined;
}

/** The segments of a read as they come: its sound beside its pictures, or tiles alone. */
export interface ComingSegments {
  readonly sound: Promise<Kept<SegmentRecord>> | undefined;
  /** In the order of their plan and with every cut held. */
  readonly pictures: AsyncIterable<Kept<SegmentRecord>>;
}

/**
 * Draws and measures a read out of its segments: the same sheets and findings as of the sequential
 * read. Nothing is decoded, so no ffmpeg is needed. Each picture segment is taken when the one
 * before has been played.
 * @throws DomainError no_video_stream when no picture of the window could be decoded
 */
export async function* mergeComing(
  reading: Reading,
  { sound, pictures }: ComingSegments,
  takers: Takers,
): AsyncGenerator<DrawnSheet, Measured> {
  const heard = sound?.then(soundOf);
  // Pictures may fail before anyone listens.
  heard?.catch(() => undefined);
  const all = each(pictures);
  const first = await taken(all);
  if (isTiles(first)) return yield* mergeTiles(reading, first, takers);
  const cut = { pictures: following(first, all, reading.plan.tiles), sound: heard };
  return yield* mergeCut(reading, cut, takers);
}

function soundOf(kept: Kept<SegmentRecord>): Kept<SoundRecord> {
  if (!isSound(kept)) throw new Error('a segment of pictures stands for the sound');
  return kept;
}

async function* each<T>(items: AsyncIterable<T>): AsyncGenerator<T, void> {
  yield* items;
}

async function taken<T>(items: AsyncGenerator<T, void>): Promise<T> {
  const { value, done } = await items.next();
  if (done) throw new Error('segments are missing');
  return value;
}

const isTiles = (kept: Kept<SegmentRecord>): kept is Kept<TilesRecord> => 'tiles' in kept.record;
const isSound = (kept: Kept<SegmentRecord>): kept is Kept<SoundRecord> => 'pieces' in kept.record;

/** @throws Error when parts of pictures do not follow each other from the start to the end */
async function* following(
  start: Kept<SegmentRecord>,
  others: AsyncGenerator<Kept<SegmentRecord>, void>,
  tiles: number,
): AsyncGenerator<Kept<PicturesRecord>, void> {
  let [from, first]: [number | null, number] = [null, 0];
  let isLast = false;
  const all = async function* () {
    yield start;
    yield* others;
  };
  for await (const { folder, record } of all()) {
    if (!('small' in record)) throw new Error('segments are out of order');
    const { segment } = record;
    if (isLast || segment.from !== from || segment.tiles.first !== first) {
      throw new Error('segments are missing, or out of order');
    }
    from = segment.to;
    first += segment.tiles.count;
    isLast = from === null;
    yield { folder, record };
  }
  if (!isLast || first !== tiles) throw new Error('the last segment is missing');
}

/** Merges a read that was cut; what comes later may still be decoded. */
const mergeCut = (
  reading: Reading,
  { pictures, sound }: CutRead,
  takers: Takers,
): AsyncGenerator<DrawnSheet, Measured> =>
  drawRead(reading, takers, (listener) => playedTiles(reading, { pictures, sound }, listener));

async function* playedTiles(
  reading: Reading,
  { pictures, sound }: CutRead,
  listener: Listener | undefined,
): AsyncGenerator<Tile, Damage> {
  const recording = new PlayedRecording(reading, pictures, sound, {
    small: listener !== undefined,
    text: listener?.text !== undefined,
  });
  const found = soundToHear(reading.probe);
  const why = found && 'why' in found ? found.why : undefined;
  const range = { first: 0, count: reading.plan.tiles };
  const grid = new TimeGrid(reading.picture);
  const read = new Read(reading, range, grid, recording, listener);
  return yield* playTiles(reading, range, read, {
    unheard: async () => why ?? (await sound)?.record.unheard ?? null,
    async frameAt(pts) {
      const rgb = await recording.pictureAt(pts);
      return rgb && { pts, rgb };
    },
  });
}

/** Merges a read that was not cut: its tiles are settled. */
const mergeTiles = (
  reading: Reading,
  kept: Kept<TilesRecord>,
  takers: Takers,
): AsyncGenerator<DrawnSheet, Measured> =>
  drawRead(reading, takers, (_, text) => keptTiles(reading, kept, text));

async function* keptTiles(
  { probe, plan }: Reading,
  { folder, record }: Kept<TilesRecord>,
  text: PictureSink | undefined,
): AsyncGenerator<Tile, Damage> {
  const forms = pictureForms(probe, plan);
  if (text) {
    let i = 0;
    const path = join(folder, STREAMS.text);
    for await (const planes of readFrames(path, forms.text, record.text.length)) {
      await text.see(record.text[i++] ?? 0, planes);
    }
  }
  let k = 0;
  const path = join(folder, STREAMS.tiles);
  for await (const rgb of readFrames(path, forms.tiles, record.tiles.length)) {
    const tile = record.tiles[k++];
    if (tile) yield { ...tile, rgb };
  }
  return record.damage;
}
