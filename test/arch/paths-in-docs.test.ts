import { existsSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

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

/** Where a link to another file leads, without the heading that it may name. */
const LINK = /\]\((?![a-z]+:|[#/])([^)#\s]+)/g;

test('every link from a page to another leads somewhere', async () => {
  const links: string[] = [];
  for await (const page of glob(['*.md', '{docs,bench,sdk}/**/*.md'], { cwd: ROOT })) {
    if (page.includes('node_modules')) continue;
    const text = await readFile(join(ROOT, page), 'utf8');
    for (const [, to = ''] of text.matchAll(LINK)) links.push(join(dirname(page), to));
  }
  expect(links.length).toBeGreaterThan(500);
  expect(links.filter((to) => !existsSync(join(ROOT, to)))).toEqual([]);
});
