/**
 * Writes the dashboard's files into a folder, by their paths: `node web/build.ts OUT_FOLDER`. The
 * documents, which answer at many paths, are `app/index.html` and `u/index.html`.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { bundleWeb } from './bundle.ts';

const [out] = process.argv.slice(2);
if (out === undefined) throw new Error('Name a folder');

const { files, dashboard, ticket } = await bundleWeb();
const documents = [
  ['/app/index.html', dashboard],
  ['/u/index.html', ticket],
] as const;
for (const [path, { body }] of [...files, ...documents]) {
  const file = join(out, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, body);
}
