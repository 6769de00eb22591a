import { existsSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
/** A path of this house between backticks; `<subject>` and the like stand for any name. */
const PATH = /`((?:layers|functions|lib|local|bin|bench|test)\/[\w./-]+)`/g;

test('every path that a page names is there', async () => {
  const pages = ['README.md', 'CONTRIBUTING.md'];
  for await (const page of glob('docs/*.md', { cwd: ROOT })) pages.push(page);
  const named: string[] = [];
  for (const page of pages) {
    const text = await readFile(join(ROOT, page), 'utf8');
    named.push(...[...text.matchAll(PATH)].map(([, path = '']) => `${page}: ${path}`));
  }
  expect(named.length).toBeGreaterThan(40);
  expect(named.filter((one) => !existsSync(join(ROOT, one.split(': ')[1] ?? '')))).toEqual([]);
});
