/** `npm run costs`: computes the tables of docs/costs.md anew. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withTables } from './page.ts';
import { TABLES } from './tables.ts';

const path = join(import.meta.dirname, '../../docs/costs.md');
await writeFile(path, withTables(await readFile(path, 'utf8'), TABLES));
