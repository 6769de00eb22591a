import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const ROOT = join(import.meta.dirname, '../../..');
const at = (path: string) => JSON.stringify(pathToFileURL(join(ROOT, path)));

test('a link that could not be had is counted by its platform, without its address', async () => {
  const program = `import { countedFinder } from ${at('functions/compose/counted-links.ts')};
    import { sourceUnavailable } from ${at('layers/domain/links/source-errors.ts')};
    const finder = countedFinder({ find: async () => { throw sourceUnavailable('bot'); } });
    const url = 'https://www.youtube.com/watch?v=secret';
    await finder.find({ url, canonical: url, platform: 'youtube' }, new AbortController().signal)
      .catch((error) => console.log(JSON.stringify({ thrown: error.type })));`;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', program],
    { env: {} },
  );
  const [line, thrown] = stdout.trim().split('\n');
  expect(JSON.parse(line ?? '')).toMatchObject({
    message: 'link failed',
    platform: 'youtube',
    reason: 'bot',
    LinkFailures: 1,
  });
  expect(line).not.toContain('secret');
  expect(JSON.parse(thrown ?? '')).toEqual({ thrown: 'source_unavailable' });
});
