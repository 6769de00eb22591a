import { toNumber } from '../../domain/fraction.ts';
import { tileSecond } from '../../domain/frames/tile-second.ts';
import { type Damage, NO_DAMAGE, type Resize } from '../../domain/sources/damage.ts';
import { joined, within } from '../../domain/stretches.ts';
import { fixedFrames } from '../ffmpeg/pipes.ts';
import type { Tool } from '../ffmpeg/process.ts';
import { overBlack } from '../picture-space.ts';
import { textFilters } from '../text/text-size.ts';
import { secondsTwice } from './coming-again.ts';
import { RAW_PICTURES, type Source, startDecode, type Tile } from './decode.ts';
import { TELL_FRAME, TELL_TEXT } from './frame-clock.ts';
import { FrameLog } from './frame-log.ts';
import type { PictureSink } from './listener.ts';
import { sameHeight } from './own-shape.ts';
import { readSequential } from './sequential.ts';
import { TEXT_PIPE } from './text-samples.ts';
import { tileFilters } from './tile-filters.ts';
import { TimeGrid } from './time-grid.ts';

/**
 * Tiles without a keyframe near enough that are read exactly, before the rest is read in one go.
 */
const MAX_EXACT_TILES = 24;
/** Keyframes decoded for every tile shown, beyond which seeking to each tile is cheaper. */
const MAX_KEYFRAMES_PER_TILE = 40;
/** What floating point may add to a distance, in seconds. */
const NOISE = 1e-6;

/**
 * Surveys a long video by its keyframes: each tile shows the keyframe nearest to its second, at
 * most half an interval away. Where none is that near, the exact frame is read instead.
 */
export async function* readKeyframes(
  source: Source,
  text?: PictureSink,
): AsyncGenerator<Tile, Damage> {
  const { plan, picture, probe } = source;
  const grid = new TimeGrid(picture);
  const half = 1 / toNumber(plan.rate) / 2;
  const second = (k: number) => tileSecond(plan, k);
  const distance = (tile: Tile, k: number) => Math.abs(grid.secondsOf(tile.pts) - second(k));
  let k = 0;
  /** When keyframes are shown, in the order in which they come. */
  const times: number[] = [];
  let before: Tile | undefined;
  let exact = 0;
  const tooMany = () => times.length > (k + 1) * MAX_KEYFRAMES_PER_TILE;
  const damages: Damage[] = [];
  const resized: Resize[] = [];

  async function* exactly(first: number, count: number): AsyncGenerator<Tile, void> {
    damages.push(yield* readSequential(source, { first, count }));
  }

  /**
   * Tiles that the keyframes seen so far decide; `next` is the keyframe after `before`. One in the
   * very middle between two tiles was shown by the earlier of them, and is not shown twice.
   */
  async function* decided(next: Tile | undefined): AsyncGenerator<Tile, void> {
    for (; k < plan.tiles; k++) {
      if (next && grid.secondsOf(next.pts) < second(k)) return;
      const isBefore = before && (!next || distance(before, k) <= distance(next, k));
      const nearest = isBefore ? before : next;
      if (nearest && distance(nearest, k) <= half + (isBefore ? -NOISE : NOISE)) {
        yield nearest;
      } else if (exact++ < MAX_EXACT_TILES) {
        yield* exactly(k, 1);
      } else {
        yield* exactly(k, plan.tiles - k);
        k = plan.tiles;
      }
    }
  }

  for await (const keyframe of keyframes(source, resized, text)) {
    times.push(grid.secondsOf(keyframe.pts));
    yield* decided(keyframe);
    if (tooMany()) break;
    if (k >= plan.tiles) break;
    before = { pts: keyframe.pts, rgb: Buffer.from(keyframe.rgb) };
  }
  if (tooMany()) {
    for (; k < plan.tiles; k++) yield* exactly(k, 1);
  } else {
    yield* decided(undefined);
  }
  const record = {
    count: times.length,
    seconds: (keyframe: number) => times[keyframe] ?? 0,
    frameSeconds: 1 / toNumber(picture.rate),
  };
  // That the clock begins again is told of the whole file.
  const twice = probe.restarts ? [] : within(secondsTwice(record), plan.covered);
  return {
    ...NO_DAMAGE,
    lost: joined(damages.flatMap(({ lost }) => lost)),
    doubtful: joined(damages.flatMap(({ doubtful }) => doubtful)),
    twice: joined([...twice, ...damages.flatMap(({ twice }) => twice)]),
    resized,
    pictureEnds: damages[0]?.pictureEnds ?? null,
  };
}

/** @param resized is given where they change their size */
async function* keyframes(
  source: Source,
  resized: Resize[],
  text: PictureSink | undefined,
): AsyncGenerator<Tile> {
  const { plan, picture, binaries } = source;
  const [width, height] = plan.geometry.tile;
  const { everyFrame, chosenFrame } = tileFilters(picture, plan);
  const shown = `[0:${picture.index}]${overBlack(picture)}${sameHeight(picture)}`;
  const tile = [...everyFrame, ...chosenFrame, TELL_FRAME];
  const grid = new TimeGrid(picture);
  const [start] = plan.covered;
  const tool = startDecode(source, {
    seek: start > 0 ? grid.fileSeconds(start) : undefined,
    keyframesOnly: true,
    graphs: [
      text
        ? [
            `${shown},split=2[frames][large]`,
            `[frames]${tile.join(',')}[tile]`,
            `[large]${[...textFilters(picture, text.size), TELL_TEXT].join(',')}[text]`,
          ].join(';')
        : `${[shown, ...tile].join(',')}[tile]`,
    ],
    outputs: [
      '-map',
      '[tile]',
      ...binaries.passthrough,
      ...RAW_PICTURES,
      'pipe:3',
      ...(text
        ? ['-map', '[text]', ...binaries.passthrough, ...RAW_PICTURES, `pipe:${TEXT_PIPE}`]
        : []),
    ],
    pipes: text ? TEXT_PIPE : 3,
  });
  const log = new FrameLog(tool, picture);
  const reading = text ? readText(tool, log, grid, text) : undefined;
  // A reader that fails must not go unnoticed while tiles are still being taken.
  reading?.catch(() => tool.kill());
  try {
    let i = 0;
    for await (const rgb of fixedFrames(tool.pipe(3), width * height * 3)) {
      const pts = (await log.frame(i)) ?? 0;
      const change = log.sizes.find(({ frame }) => frame === i);
      if (change) {
        const { frame: _, ...size } = change;
        resized.push({ second: grid.secondsOf(pts), ...size });
      }
      i++;
      yield { pts, rgb };
    }
    await reading;
    source.signal.throwIfAborted();
    await log.ended;
  } finally {
    tool.kill();
  }
}

async function readText(
  tool: Tool,
  log: FrameLog,
  grid: TimeGrid,
  text: PictureSink,
): Promise<void> {
  let i = 0;
  for await (const planes of fixedFrames(tool.pipe(TEXT_PIPE), text.size.bytes)) {
    const pts = await log.textPicture(i++);
    await text.see(grid.secondsOf(pts ?? 0), planes);
  }
}
