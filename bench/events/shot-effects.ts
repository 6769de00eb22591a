import type { Effect } from '../detectors/clip.ts';
import { flashEffect, insertEffect } from '../detectors/effects.ts';
import type { Dice } from '../detectors/random.ts';
import type { Truth } from '../detectors/truth.ts';
import type { LaidShot } from './laid-shot.ts';
import type { OneShot } from './one-shots.ts';
import { shoot } from './take.ts';

/** What happens in a shot that no filter of its own draws; the truth of it is added. */
export function shotEffects(
  { event, take, grain, from, ...shot }: LaidShot,
  truth: Truth,
  sources: readonly OneShot[],
  dice: Dice,
): Effect[] {
  const frames = (seconds: number): number => Math.round(seconds * take.fps);
  const start = from + shot.inner;
  switch (event) {
    case 'freeze': {
      const end = Math.min(from + shot.outer, start + frames(dice.between(1.1, 2.4)));
      truth.freezes.push({ from: start, to: end });
      truth.ignore.push(
        // Life went on behind the held picture: where it comes back, a jump cut is a fair word.
        { from: end - 1, to: end + 1, what: 'cuts' },
        { from: start - 1, to: end + 2, what: 'moves' },
      );
      return [{ from: start, to: end, apply: 'hold' }];
    }
    case 'photograph': {
      const shown = { from: from + shot.lead, to: from + shot.lead + shot.length };
      if (grain === 0) truth.freezes.push(shown);
      return [];
    }
    case 'flash': {
      const end = start + dice.whole(1, Math.max(3, frames(0.1)));
      truth.flashes.push({ from: start, to: end });
      return [flashEffect(start, end, dice)];
    }
    case 'insert': {
      const source = dice.pick(sources.filter((one) => one !== take.source));
      const end = start + dice.pick([1, 1, 1, 2]);
      truth.inserts.push({ from: start, to: end });
      const shown = { ...take, source, frames: 1, still: true, filters: '', start: 0.2 };
      return [insertEffect(start, end, shoot(shown))];
    }
    default:
      return [];
  }
}
