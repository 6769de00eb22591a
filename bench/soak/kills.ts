import { isDeepStrictEqual } from 'node:util';
import {
  endsOfKills,
  rightEnd,
  type Source,
  STEPS_OF_FETCH,
  stepsOf,
} from '../../test/support/kills.ts';
import type { ReadKill } from '../../test/support/life.ts';
import { longReadKills, rightEndOf as rightEndOfRead } from '../../test/support/long-read-kills.ts';
import { ASKED, questionKills, rightEndOf } from '../../test/support/question-kills.ts';
import type { TestTables } from '../../test/support/tables.ts';
import { dice } from '../detectors/random.ts';
import { soak } from './soak.ts';

/**
 * `npm run soak:kills -- [TIMES] [questions | reads | words]`: workers of every kind of job killed so often
 * at each of their steps; with `questions` those of questions alone; with `reads` processes that
 * carry, decode and draw long reads, so often in all, at steps drawn by lot (`SEED`); with `words`
 * the same, while others listen to them.
 */
const TIMES = Number(process.argv[2] ?? 6);
const DELIVERIES = 3;
/** Of the steps that were to be cut, as many have to be. */
const MOST_CUT = 0.9;
const whenOf = (time: number) => (time % 2 ? ('during' as const) : ('after' as const));

interface Found {
  readonly kills: number;
  readonly wrong: readonly unknown[];
}

async function killReaders(tables: TestTables, about: Source): Promise<Found> {
  const { steps } = await stepsOf(tables, about);
  const each = steps.flatMap((_, step) =>
    Array.from({ length: TIMES }, (_, time) => ({ step, when: whenOf(time) })),
  );
  const ends = await endsOfKills(tables, about, { steps, kills: each, deliveries: DELIVERIES });
  const wrong = ends.filter(({ step, when, ...left }) => !isDeepStrictEqual(left, rightEnd(about)));
  return { kills: each.length, wrong: wrong.map((end) => ({ about, ...end })) };
}

async function killQuestions(tables: TestTables, about: (typeof ASKED)[number]): Promise<Found> {
  const kills = await questionKills(tables);
  try {
    const whole = await kills.undisturbed(about);
    const wrong: unknown[] = [];
    let count = 0;
    for (const [step, name] of whole.steps.entries()) {
      for (let time = 0; time < TIMES; time += 1) {
        const when = whenOf(time + step);
        const { signal, left, calls } = await kills.killed(about, { step, when });
        // Jobs that run at once take some steps fewer at times: the last ones may not come.
        if (signal === 'SIGKILL') count += 1;
        const isRight = isDeepStrictEqual(left, rightEndOf(about)) && calls <= whole.calls + 1;
        if (!isRight) wrong.push({ about, name, step, when, signal, calls, left });
      }
    }
    const isCut = count >= whole.steps.length * TIMES * MOST_CUT;
    if (!isCut) wrong.push({ about, kills: count, of: whole.steps.length * TIMES });
    return { kills: count, wrong };
  } finally {
    await kills.close();
  }
}

/** Processes of one long read that are killed one after the other. */
const KILLS_A_READ = 3;

async function killReads(tables: TestTables, hears: boolean): Promise<Found> {
  const luck = dice(Number(process.env['SEED'] ?? 1));
  const reads = await longReadKills(tables, { hears });
  const right = rightEndOfRead({ hears });
  try {
    const { steps, end } = await reads.killed([]);
    const wrong: unknown[] = isDeepStrictEqual(end, right) ? [] : [{ end }];
    let count = 0;
    let sweeps = 0;
    while (count < TIMES) {
      const kills = Array.from(
        { length: KILLS_A_READ },
        (): ReadKill => ({
          step: Math.floor(luck.between(0, steps)),
          when: luck.between(0, 1) < 0.5 ? 'before' : 'after',
        }),
      );
      // In every third read a decoder dies too, of whatever segment it has then.
      let decodes = luck.between(0, 3) < 1 ? Math.floor(luck.between(0, KILLS_A_READ)) : Number.NaN;
      const left = await reads.killed(kills, () => decodes-- === 0);
      count += left.died;
      sweeps += left.sweeps;
      if (!isDeepStrictEqual(left.end, right)) wrong.push({ kills, ...left });
      console.log(`${count} kills, ${sweeps} sweeps, ${wrong.length} wrong`);
    }
    return { kills: count, wrong };
  } finally {
    await reads.close();
  }
}

await soak(async (tables) => {
  const about = process.argv[3];
  if (about === 'reads' || about === 'words') {
    const { kills, wrong } = await killReads(tables, about === 'words');
    return { holds: wrong.length === 0, kills, wrong };
  }
  const found: Found[] = [];
  const sources = about === 'questions' ? [] : (Object.keys(STEPS_OF_FETCH) as Source[]);
  for (const source of sources) found.push(await killReaders(tables, source));
  for (const asked of ASKED) found.push(await killQuestions(tables, asked));
  const kills = found.map((one) => one.kills);
  const wrong = found.flatMap((one) => one.wrong);
  return { holds: Math.min(...kills) > 0 && wrong.length === 0, kills, wrong };
});
// What was killed in the middle keeps its timers and its connections.
process.exit();
