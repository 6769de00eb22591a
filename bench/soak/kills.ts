import { isDeepStrictEqual } from 'node:util';
import {
  endsOfKills,
  rightEnd,
  type Source,
  STEPS_OF_FETCH,
  stepsOf,
} from '../../test/support/kills.ts';
import { soak } from './soak.ts';

/**
 * `npm run soak:kills -- [TIMES]`: workers of every kind of job killed so often at each of their
 * steps.
 */
const TIMES = Number(process.argv[2] ?? 6);
const DELIVERIES = 3;

await soak(async (tables) => {
  const wrong: unknown[] = [];
  let kills = 0;
  for (const about of Object.keys(STEPS_OF_FETCH) as Source[]) {
    const { steps } = await stepsOf(tables, about);
    const each = steps.flatMap((_, step) =>
      Array.from({ length: TIMES }, (_, time) => ({
        step,
        when: time % 2 ? ('during' as const) : ('after' as const),
      })),
    );
    for (const end of await endsOfKills(tables, about, steps, each, DELIVERIES)) {
      const { step, when, ...left } = end;
      if (!isDeepStrictEqual(left, rightEnd(about))) wrong.push({ about, ...end });
    }
    kills += each.length;
  }
  return { holds: kills > 0 && wrong.length === 0, kills, wrong };
});
