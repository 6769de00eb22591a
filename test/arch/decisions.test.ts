import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, '../../docs/decisions');

test('the index lists every record by its number and title', async () => {
  const records = (await readdir(FOLDER)).filter((name) => /^\d{4}-.*\.md$/.test(name)).sort();
  const entries = await Promise.all(
    records.map(async (name) => {
      const [heading = ''] = (await readFile(join(FOLDER, name), 'utf8')).split('\n');
      expect(heading).toMatch(new RegExp(`^# ${Number(name.slice(0, 4))}\\. `));
      return `- [${heading.slice(2)}](${name})`;
    }),
  );
  const index = await readFile(join(FOLDER, 'README.md'), 'utf8');
  const listed = index.split('\n').filter((line) => line.startsWith('- ['));
  expect(listed.sort()).toEqual(entries.sort());
});
