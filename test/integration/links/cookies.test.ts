import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ytDlp } from '../../../layers/adapters/links/yt-dlp/yt-dlp.ts';
import { tempFolder } from '../../../layers/adapters/system/scratch.ts';
import { linkOf } from '../../../layers/domain/links/recognise.ts';

const JAR = '# Netscape HTTP Cookie File\n.youtube.com\tTRUE\t/\tTRUE\t0\tSID\tsecret\n';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cookies-test-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A program in the place of yt-dlp that notes the rights and the text of its cookies, and fails. */
async function noting(): Promise<string> {
  const path = join(folder, 'program');
  const text = `#!/bin/sh
[ "$1" = --help ] && exit 0
echo "$*" >> ${folder}/args
[ "$1" = --cookies ] && stat -c %a "$2" > ${folder}/rights && cat "$2" > ${folder}/shown
echo 'ERROR: nothing here' >&2
exit 1`;
  await writeFile(path, text, { mode: 0o755 });
  return path;
}

const follow = async (address: string) => {
  const lane = () => ({
    url: 'http://user:pass@127.0.0.1:9',
    inPlain: String,
    bytes: () => 0,
    refusal: () => undefined,
    close: () => undefined,
  });
  const { find } = ytDlp({
    binary: await noting(),
    ffmpeg: '/bin/false',
    out: { lane },
    newFolder: tempFolder,
    cookies: JAR,
  });
  const failed = find(linkOf(address), new AbortController().signal);
  await expect(failed).rejects.toMatchObject({ type: 'source_unavailable' });
  return (await readFile(join(folder, 'args'), 'utf8')).trim().split(' ');
};

test('platforms are shown the cookies from a file of nobody else, which is gone afterwards', async () => {
  const [option, path = ''] = await follow('https://www.youtube.com/watch?v=dQw4w9WgXcQ');
  expect(option).toBe('--cookies');
  expect(await readFile(join(folder, 'shown'), 'utf8')).toBe(JAR);
  expect((await readFile(join(folder, 'rights'), 'utf8')).trim()).toBe('600');
  await expect(stat(path)).rejects.toMatchObject({ code: 'ENOENT' });
});

test('pages of anybody are shown none', async () => {
  expect(await follow('https://example.com/talk')).not.toContain('--cookies');
});

test('what is no file of cookies is refused without being told', () => {
  const out = { lane: () => Promise.reject(new Error('nothing goes out')) as never };
  const make = () =>
    ytDlp({
      binary: '/bin/true',
      ffmpeg: '/bin/false',
      out,
      newFolder: tempFolder,
      cookies: 'SID=secret',
    });
  expect(make).toThrow(/^LINK_COOKIES is no cookies.txt((?!secret).)*$/);
});
