import { endsOfKills, rightEnd, type Source, STEPS_OF_FETCH, stepsOf } from '../support/kills.ts';
import { type TestTables, testTables } from '../support/tables.ts';

const DELIVERIES = 2;
const FETCHING = ['fetches.rename', 'fetches.follow', 'fetches.complete'];
let tables: TestTables;

beforeAll(async () => {
  tables = await testTables();
});

test.each(Object.keys(STEPS_OF_FETCH) as Source[])(
  'a worker of %s killed at any step leaves one charge, one end and one webhook',
  async (about) => {
    const { steps, ...end } = await stepsOf(tables, about);
    expect(end).toEqual({ signal: null, status: 'succeeded' });
    expect(steps).toEqual(expect.arrayContaining(['runs.start', 'runs.charge', 'runs.succeed']));
    expect(FETCHING.filter((step) => steps.includes(step))).toEqual(STEPS_OF_FETCH[about]);

    const kills = steps.flatMap((name, step) => {
      // What the workers of all do is cut short in the worker of an upload.
      const isCutShort =
        about === 'an upload' || name.startsWith('runs.succeed') || name.startsWith('fetches.');
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
