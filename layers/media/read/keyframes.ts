import { toNumber } from '../../domain/fraction.ts';
import { type Damage, joined, NO_DAMAGE } from '../../domain/sources/damage.ts';
import { fixedFrames } from '../ffmpeg/pipes.ts';
import { type Source, sameSize, startDecode, type Tile } from './decode.ts';
import { TELL_FRAME } from './frame-clock.ts';
import { FrameLog } from './frame-log.ts';
import { readSequential } from './sequential.ts';
import { tileFilters } from './tile-filters.ts';
import { TimeGrid, tileSecond } from './time-grid.ts';

/**
 * Tiles without a keyframe near enough that are read exactly, before the rest is read in one go.
 */
const MAX_EXACT_TILES = 24;
/** Keyframes decoded for every tile shown, beyond which seeking to each tile is cheaper. */
const MAX_KEYFRAMES_PER_TILE = 40;

/**
 * Surveys a long video by its keyframes: each tile shows the keyframe nearest to its second, at
 * most half an interval away. Where none is that near, the exact frame is read instead.
 */
export async function* readKeyframes(source: Source): AsyncGenerator<Tile, Damage> {
  const { plan, picture } = source;
  const grid = new TimeGrid(picture);
  const half = 1 / toNumber(plan.rate) / 2;
  const second = (k: number) => tileSecond(plan, k);
  const distance = (tile: Tile, k: number) => Math.abs(grid.secondsOf(tile.pts) - second(k));
  let k = 0;
  let seen = 0;
  let before: Tile | undefined;
  let exact = 0;
  const damages: Damage[] = [];

  async function* exactly(first: number, count: number): AsyncGenerator<Tile, void> {
    damages.push(yield* readSequential(source, { first, count }));
  }

  /** Tiles that the keyframes seen so far decide; `next` is the keyframe after `before`. */
  async function* decided(next: Tile | undefined): AsyncGenerator<Tile, void> {
    for (; k < plan.tiles; k++) {
      if (next && grid.secondsOf(next.pts) < second(k)) return;
      const nearest = before && (!next || distance(before, k) <= distance(next, k)) ? before : next;
      if (nearest && distance(nearest, k) <= half) {
        yield nearest;
      } else if (exact++ < MAX_EXACT_TILES) {
        yield* exactly(k, 1);
      } else {
        yield* exactly(k, plan.tiles - k);
        k = plan.tiles;
      }
    }
  }

  for await (const keyframe of keyframes(source)) {
    yield* decided(keyframe);
    if (++seen > (k + 1) * MAX_KEYFRAMES_PER_TILE) break;
    if (k >= plan.tiles) break;
    before = { pts: keyframe.pts, rgb: Buffer.from(keyframe.rgb) };
  }
  if (seen > (k + 1) * MAX_KEYFRAMES_PER_TILE) {
    for (; k < plan.tiles; k++) yield* exactly(k, 1);
  } else {
    yield* decided(undefined);
  }
  return {
    ...NO_DAMAGE,
    lost: joined(damages.flatMap(({ lost }) => lost)),
    doubtful: joined(damages.flatMap(({ doubtful }) => doubtful)),
    pictureEnds: damages[0]?.pictureEnds ?? null,
  };
}

async function* keyframes(source: Source): AsyncGenerator<Tile> {
  const { plan, picture, binaries } = source;
  const [width, height] = plan.geometry.tile;
  const { everyFrame, chosenFrame } = tileFilters(picture, plan);
  const grid = new TimeGrid(picture);
  const [start] = plan.covered;
  const tool = startDecode(source, {
    seek: start > 0 ? grid.fileSeconds(start) : undefined,
    keyframesOnly: true,
    graphs: [
      `[0:${picture.index}]${[sameSize(picture), ...everyFrame, ...chosenFrame, TELL_FRAME].join(',')}[tile]`,
    ],
    outputs: ['-map', '[tile]', ...binaries.passthrough, '-f', 'rawvideo', 'pipe:3'],
    pipes: 3,
  });
  const log = new FrameLog(tool, picture.index);
  try {
    let i = 0;
    for await (const rgb of fixedFrames(tool.pipe(3), width * height * 3)) {
      yield { pts: (await log.frame(i++)) ?? 0, rgb };
    }
    source.signal.throwIfAborted();
    await log.ended;
  } finally {
    tool.kill();
  }
}
