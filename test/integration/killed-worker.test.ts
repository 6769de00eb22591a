import { asMany } from '../support/breadth.ts';
import { endsOfKills, rightEnd, type Source, STEPS_OF_FETCH, stepsOf } from '../support/kills.ts';
import { testTables } from '../support/tables.ts';

const DELIVERIES = 2;
/** Who is killed after one of these leaves what was there before it. */
const READS = /\.(find|get|read|list|head|has)/;
const FETCHING = ['fetches.rename', 'fetches.follow', 'fetches.complete'];
const tables = await testTables();
/** Steps that were cut short before: those of an upload, then what each source does apart. */
const tried = new Set<string>();

const IS_CUT_SHORT = /^(runs\.(charge|succeed)|fetches\.)/;
/** How far an upload was read and what is asked of it change what its ends move. */
const ENDS = /^runs\.(charge|succeed)/;

/** Where the worker of a source is killed: at what no source before it does, and at its ends. */
const isItsOwn = (name: string, about: Source) =>
  !tried.has(name) || asMany(about.endsWith(' upload') ? ENDS : /^$/, IS_CUT_SHORT).test(name);

/**
 * What a link does, a code does too. `npm run soak:kills` takes every source and every step,
 * `BREADTH=full` the ends of every source.
 */
const SOURCES = (Object.keys(STEPS_OF_FETCH) as Source[]).filter((about) => about !== 'a link');

test.each(SOURCES)(
  'a worker of %s killed at any step leaves one charge, one end and one webhook',
  async (about) => {
    const { steps, ...end } = await stepsOf(tables, about);
    expect(end).toEqual({ signal: null, status: 'succeeded' });
    expect(steps).toEqual(expect.arrayContaining(['runs.start', 'runs.charge', 'runs.succeed']));
    expect(FETCHING.filter((step) => steps.includes(step))).toEqual(STEPS_OF_FETCH[about]);

    const kills = steps.flatMap((name, step) => {
      if (READS.test(name) || !isItsOwn(name, about)) return [];
      return [
        { step, when: 'after' } as const,
        ...(IS_CUT_SHORT.test(name) ? [{ step, when: 'during' } as const] : []),
      ];
    });
    for (const name of steps) tried.add(name);
    const ends = await endsOfKills(tables, about, { steps, kills, deliveries: DELIVERIES });
    expect(ends).toHaveLength(kills.length);
    for (const { step, when, ...left } of ends) {
      expect({ step, when, ...left }).toEqual({ step, when, ...rightEnd(about) });
    }
  },
);
