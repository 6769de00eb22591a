import { newId } from '../../../../layers/adapters/system/clock.ts';
import type { IdPrefix } from '../../../../layers/domain/ids.ts';

const made = (prefix: IdPrefix) => Array.from({ length: 40 }, () => newId(prefix));

const inOrder = (ids: readonly string[]) =>
  ids.every((id, at) => at === 0 || id > (ids[at - 1] ?? ''));

test('ids sort by the time they were made, and those of people tell nothing of it', () => {
  expect(inOrder(made('job'))).toBe(true);
  const people = made('usr');
  expect(inOrder(people)).toBe(false);
  expect(people.every((id) => /^usr_[0-7][0-9A-HJKMNP-TV-Z]{25}$/.test(id))).toBe(true);
});
