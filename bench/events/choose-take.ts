import type { Dice } from '../detectors/random.ts';
import type { Event } from './happening.ts';
import type { OneShot } from './one-shots.ts';
import type { Take } from './take.ts';

interface Wanted extends Pick<Take, 'fps' | 'size' | 'frames'> {
  readonly event: Event;
  readonly sources: readonly OneShot[];
  /** The take before this one. */
  readonly last: Take | undefined;
  /** Whether this one is mixed with it; then it may be another view of the same scene. */
  readonly isMixed: boolean;
}

/**
 * Chooses what a shot shows: which clip, from where, how turned, and how strong the grain of its
 * camera is. Its filters are still to be set.
 */
export function chooseTake(
  { event, sources, last, isMixed, ...shape }: Wanted,
  dice: Dice,
): { take: Take; grain: number } {
  const seconds = shape.frames / shape.fps;
  const still =
    ['move', 'grain', 'photograph'].includes(event) || (event === 'push' && dice.chance(0.5));
  const alike = isMixed && dice.chance(0.3);
  const fits = ({ duration }: OneShot) => duration >= (still ? 0.5 : seconds) + 0.2;
  const other = (): OneShot => {
    const long = sources.filter((one) => fits(one) && (event !== 'standing' || one.standing));
    const others = long.filter((one) => one !== last?.source);
    return dice.pick(others.length > 0 ? others : long);
  };
  const source = alike && last && fits(last.source) ? last.source : other();
  // In spreads of 1.7 to 4.6 grey levels: what a small camera makes indoors, and what film has.
  const isGrainy = event === 'grain' || dice.chance(0.25);
  const grain = isGrainy ? dice.whole(3, 8) : 0;
  const take = {
    ...shape,
    source,
    still,
    start: dice.between(0, source.duration - (still ? 0.3 : seconds + 0.1)),
    mirrored: alike ? !last?.mirrored : dice.chance(0.3),
    zoom: alike ? dice.between(1.2, 1.6) : dice.pick([1, 1, dice.between(1.1, 1.4)]),
    filters: '',
  };
  return { take, grain };
}
