import { walked } from '../../../web/api/walked.ts';

const JOBS = Array.from({ length: 250 }, (_, at) => `job_${at}`);

/** A list as the service answers with it, a page at a time. */
const page = async ({ limit, next }: { limit: number; next?: string }) => {
  const from = next === undefined ? 0 : JOBS.indexOf(next) + 1;
  const items = JOBS.slice(from, from + limit);
  return { items, next: from + limit < JOBS.length ? (items.at(-1) ?? null) : null };
};

test.each([
  [1000, 250],
  [120, 120],
  [1, 1],
])('of a list of 250 that is asked for %i, %i are told, each once', async (most, told) => {
  expect(await walked(page, most)).toEqual(JOBS.slice(0, told));
});
