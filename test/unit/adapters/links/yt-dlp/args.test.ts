import {
  abilitiesOf,
  fetchArgs,
  findArgs,
} from '../../../../../layers/adapters/links/yt-dlp/args.ts';

const old = abilitiesOf('  --no-cache-dir');
const current = abilitiesOf('  --no-plugin-dirs  Clear\n  --no-js-runtimes  Clear');
const tools = { ffmpeg: '/opt/ffmpeg', node: '/opt/node' };
const address = '--exec=id';
const asked = { address, carousel: false };

describe('the options of yt-dlp', () => {
  const all = [
    findArgs(old, tools, asked),
    findArgs(current, tools, asked),
    fetchArgs(old, tools, { ...asked, captions: ['en'] }),
    fetchArgs(current, tools, { ...asked, captions: [] }),
  ];

  test.each(all)('end with the address, which is never an option', (...args) => {
    expect(args.slice(-2)).toEqual(['--', address]);
    expect(args[0]).toBe('--ignore-config');
  });

  test.each(all)('never weaken a check, name a proxy, a cookie or a program to run', (...args) => {
    expect(args.slice(0, -1).join(' ')).not.toMatch(
      /--no-check-cert|--proxy|--cookies|--exec|--netrc|--enable-file-urls|--legacy-server|--load-info|--update/,
    );
  });

  test('shut plugins out and name one script engine where the release can', () => {
    expect(findArgs(current, tools, asked)).toEqual(
      expect.arrayContaining(['--no-plugin-dirs', '--js-runtimes', 'node:/opt/node']),
    );
    expect(findArgs(old, tools, asked).join(' ')).not.toMatch(/plugin|runtime/);
  });

  test('guard every input of ffmpeg', () => {
    const args = fetchArgs(current, tools, { ...asked, captions: [] });
    const guards = args.filter((arg) => arg.includes('ffmpeg_i:'));
    expect(guards.length).toBeGreaterThan(5);
    for (const guard of guards) expect(guard).toContain('-protocol_whitelist');
  });

  test('take captions by the uploader, never by a machine', () => {
    const args = fetchArgs(current, tools, { ...asked, captions: ['de', 'en'] });
    expect(args).toContain('--write-subs');
    expect(args).toContain('de,en');
    expect(args.join(' ')).not.toContain('auto-subs');
  });

  test('let the pictures of a carousel through', () => {
    const args = findArgs(current, tools, { address, carousel: true });
    expect(args).toEqual(expect.arrayContaining(['--ignore-no-formats-error', '1:20']));
  });
});
