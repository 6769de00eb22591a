import type { Damage } from '../../domain/sources/damage.ts';
import type { Source, Tile } from './decode.ts';
import { readKeyframes } from './keyframes.ts';
import type { Listener, PictureSink } from './listener.ts';
import { readSequential } from './sequential.ts';

/** The tiles of a whole plan, out of its keyframes where they suffice, else of one decode. */
export const readTiles = (
  source: Source,
  listener: Listener | undefined,
  text: PictureSink | undefined,
): AsyncGenerator<Tile, Damage> =>
  source.plan.keyframesSuffice
    ? readKeyframes(source, text)
    : readSequential(source, { first: 0, count: source.plan.tiles }, listener);
