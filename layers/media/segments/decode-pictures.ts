import { join } from 'node:path';
import { SMALL } from '../measure/pictures/grey.ts';
import type { Source } from '../read/decode.ts';
import { LiveRecording } from '../read/live-recording.ts';
import { readFrame, readFrom } from '../read/read-from.ts';
import type { Wanted } from '../read/read-graphs.ts';
import { TimeGrid } from '../read/time-grid.ts';
import { textSize } from '../text/text-size.ts';
import { writeFrames } from './frame-file.ts';
import { ownFrames } from './own-frames.ts';
import { SeamWatch, seamSeconds } from './seam-frames.ts';
import type { PicturesSegment } from './segment-plan.ts';
import { type PicturesRecord, STREAMS, VERSION } from './segment-record.ts';
import { pictureForms } from './stream-forms.ts';

/** Decodes the pictures of one segment into the streams of a folder. */
export async function decodePictures(
  source: Source,
  segment: PicturesSegment,
  folder: string,
): Promise<PicturesRecord> {
  const { from, to, tiles, readsText } = segment;
  const { picture, plan, probe } = source;
  const forms = pictureForms(probe, plan);
  const recording = await begin(source, segment);
  const { times } = recording;
  const [head, tail] = [new SeamWatch(from, picture), new SeamWatch(to, picture)];

  /** The segment's own small pictures; those before it are only looked at. */
  async function* small(): AsyncGenerator<Buffer> {
    let isOwn = from === null;
    let i = 0;
    for await (const planes of recording.small()) {
      const pts = (await times.frame(i++)) ?? 0;
      head.see(pts, planes);
      tail.see(pts, planes);
      isOwn ||= pts >= (from ?? 0);
      if (isOwn) yield planes;
    }
  }

  const made: number[] = [];
  async function* drawn(): AsyncGenerator<Buffer> {
    if (tiles.count === 0) return;
    for await (const rgb of recording.tiles()) {
      made.push(await times.framesAtTile(made.length));
      yield rgb;
    }
  }

  const text: number[] = [];
  async function* written(): AsyncGenerator<Buffer> {
    for await (const planes of recording.text()) {
      text.push((await times.textPicture(text.length)) ?? 0);
      yield planes;
    }
  }

  const path = (name: keyof typeof STREAMS) => join(folder, STREAMS[name]);
  try {
    const [smallCount] = await Promise.all([
      writeFrames(path('small'), forms.small, small()),
      writeFrames(path('tiles'), forms.tiles, drawn()),
      ...(readsText ? [writeFrames(path('text'), forms.text, written())] : []),
    ]);
    await recording.end();
    const { first, ...own } = ownFrames(times, segment);
    const isShort = to === null && made.length < tiles.count;
    return {
      ...own,
      version: VERSION,
      segment,
      seek: recording.seek ?? null,
      framesAtTile: made.map((frames) => frames - first),
      small: smallCount,
      text,
      head: head.frames,
      tail: tail.frames,
      last: isShort ? await keepLast(source, times.pts.at(-1), path('last')) : null,
    };
  } finally {
    recording.close();
  }
}

function begin(source: Source, segment: PicturesSegment): Promise<LiveRecording> {
  const { from, to, tiles, readsText, seek } = segment;
  const { picture, plan, probe } = source;
  const grid = new TimeGrid(picture);
  const [rate, per] = plan.rate;
  const [start] = plan.covered;
  const choose = [...grid.shiftFilters(start), `fps=fps=${rate}/${per}:start_time=0:round=up`];
  const wanted: Wanted = {
    // Counted from the first tile of the read, whose time is exact.
    tiles: tiles.count > 0 ? { count: tiles.count, skipped: tiles.first, choose } : undefined,
    small: SMALL,
    text: readsText ? textSize(probe) : undefined,
    part: { from: from ?? undefined, to: to ?? undefined },
  };
  const recorded = (at: number | undefined) => new LiveRecording(source, wanted, grid, at);
  if (seek !== undefined) return Promise.resolve(recorded(seek ?? undefined));
  const second = from === null ? start : grid.secondsOf(from) - seamSeconds(picture);
  return readFrom(source, second, grid, recorded);
}

/** Keeps the frame that a player shows on where the picture ends before the tiles do. */
async function keepLast(
  source: Source,
  pts: number | undefined,
  path: string,
): Promise<number | null> {
  const tile = pts === undefined ? undefined : await readFrame(source, pts);
  if (tile === undefined) return null;
  const one = async function* () {
    yield tile.rgb;
  };
  await writeFrames(path, pictureForms(source.probe, source.plan).tiles, one());
  return tile.pts;
}
