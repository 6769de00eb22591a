import { endsOfKills, rightEnd, type Source, STEPS_OF_FETCH, stepsOf } from '../support/kills.ts';
import { type TestTables, testTables } from '../support/tables.ts';

const DELIVERIES = 2;
/** Who is killed after one of these leaves what was there before it. */
const READS = /\.(find|get|read|list|head|has)/;
const FETCHING = ['fetches.rename', 'fetches.follow', 'fetches.complete'];
let tables: TestTables;
/** What every worker does: each of these steps is cut short in the worker of an upload. */
let ofUpload: readonly string[];

beforeAll(async () => {
  tables = await testTables();
  ofUpload = (await stepsOf(tables, 'an upload')).steps;
});

/** Where the worker of another source is killed: at what it does apart, and at its ends. */
const isItsOwn = (name: string) =>
  !ofUpload.includes(name) || /^(runs\.(charge|succeed)|fetches\.)/.test(name);

/** What a link does, a code does too. `npm run soak:kills` takes every source and every step. */
const SOURCES = (Object.keys(STEPS_OF_FETCH) as Source[]).filter((about) => about !== 'a link');

test.each(SOURCES)(
  'a worker of %s killed at any step leaves one charge, one end and one webhook',
  async (about) => {
    const { steps, ...end } = await stepsOf(tables, about);
    expect(end).toEqual({ signal: null, status: 'succeeded' });
    expect(steps).toEqual(expect.arrayContaining(['runs.start', 'runs.charge', 'runs.succeed']));
    expect(FETCHING.filter((step) => steps.includes(step))).toEqual(STEPS_OF_FETCH[about]);

    const kills = steps.flatMap((name, step) => {
      if (READS.test(name) || (about !== 'an upload' && !isItsOwn(name))) return [];
      const isCutShort = /^(runs\.(charge|succeed)|fetches\.)/.test(name);
      return [
        { step, when: 'after' } as const,
        ...(isCutShort ? [{ step, when: 'during' } as const] : []),
      ];
    });
    const ends = await endsOfKills(tables, about, steps, kills, DELIVERIES);
    expect(ends).toHaveLength(kills.length);
    for (const { step, when, ...left } of ends) {
      expect({ step, when, ...left }).toEqual({ step, when, ...rightEnd(about) });
    }
  },
);
