/**
 * `npm run bench:scale`: long reads at scale, by a simulation of measured service times, limits of
 * Amazon's services and settings of lib/. Writes the tables of docs/scale.md and their picture.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withTables } from '../costs/page.ts';
import { alone, beside, fairness, figures } from './figures.ts';
import { picture } from './picture.ts';

const DOCS = join(import.meta.dirname, '../../docs');
const all = await figures();
const path = join(DOCS, 'scale.md');
const tables = {
  'one film': () => alone(all),
  rush: () => beside(all),
  neighbours: () => fairness(all),
};
await writeFile(path, withTables(await readFile(path, 'utf8'), tables));
const [first] = all;
const stands = all.find(({ setting }) => setting.name.includes('as it stands'));
if (first && stands) {
  await writeFile(join(DOCS, 'images/scale.svg'), picture(first.large, stands.large));
}
for (const tell of Object.values(tables)) console.log(`${tell()}\n`);
