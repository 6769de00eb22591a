import { Writable } from 'node:stream';
import { runLine } from '../../../sdk/src/cli/run.ts';

/** What a line ends with, where nobody has told which service to call. */
const run = (...line: string[]) => runAt('http://127.0.0.1:9', ...line);
async function runAt(VIDEO_READER_URL: string, ...line: string[]) {
  const said = { stdout: '', stderr: '' };
  const into = (name: keyof typeof said) =>
    new Writable({
      write(chunk, _, done) {
        said[name] += chunk;
        done();
      },
    });
  const { signal } = new AbortController();
  const streams = { stdout: into('stdout'), stderr: into('stderr') };
  // Nothing listens there, and nothing is to be called.
  const environment = { VIDEO_READER_URL, VIDEO_READER_API_KEY: 'sk_live_x' };
  const code = await runLine(line, { ...streams, environment, signal });
  return { code, ...said };
}

test.each([
  [['lok'], 'There is no command "lok". There are: look, say'],
  [['look'], 'Name a file, a link or an id.'],
  [['look', 'nothing.mp4'], 'There is no file nothing.mp4.'],
  [['look', 'upl_1', '--detial', 'fine'], "Unknown option '--detial'"],
  [['look', 'upl_1', '--detail'], "'-d, --detail <value>' argument missing"],
  [['ask'], 'Write the question, in quotes.'],
  [['ask', 'talk.mp4'], 'Behind the question, which stands in quotes, name a file'],
  [['look', 'talk.mp4', 'more.mp4'], 'look does not take "more.mp4": it takes FILE|URL|ID'],
  [['ask', 'How', 'many', 'cuts?', 'talk.mp4'], 'What has spaces in it stands in quotes.'],
  [['credits', '20'], 'credits does not take "20"'],
  [['ask', 'Why?', 'upl_1', '--start', 'now', '--end', '3'], '--start takes seconds (12.5) or a'],
  [['ask', 'Why?', 'upl_1', '--start', '3'], 'say where to stop: --end'],
  [['ask', 'Why?', 'upl_1', '--schema', 'nothing.json'], 'There is no file nothing.json.'],
  [['upload'], 'Name the file.'],
  [['upload', '.'], '. is a folder: name a file in it.'],
  [['jobs', '--limit', 'many'], '--limit takes a number, not "many".'],
  [['jobs', '--cancel'], '--cancel is of one job: name it.'],
  [['jobs', '', '--cancel'], '--cancel is of one job: name it.'],
  [['jobs', '--wait'], '--wait is of one job: name it.'],
  [['jobs', ''], 'The id of the job is empty.'],
  [['jobs', '--out', 'sheets'], '--out is of one job: name it.'],
] as const)(
  '%j is told what is wrong with it, where to read on, and ends with 2',
  async (line, said) => {
    const { code, stdout, stderr } = await run(...line);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(said);
    expect(stderr).toMatch(/^See: video-reader .*--help$/m);
  },
);

test('tokens are sent in the clear to this machine alone', async () => {
  const { code, stderr } = await run('login', 'http://video.example', '--no-browser');
  expect([code, stderr]).toEqual([2, expect.stringContaining('Name it by https.')]);
});

test('an address without its scheme is told at once, as none is', async () => {
  const why = 'Say where the service is: video-reader login https://…';
  const { code, stderr } = await run('login', 'localhost:8787');
  expect([code, stderr]).toEqual([2, expect.stringContaining(why)]);
  const credits = await runAt('localhost:8787', 'credits');
  expect([credits.code, credits.stderr]).toEqual([2, expect.stringContaining(why)]);
});

test('help tells of every command, and of each what it takes', async () => {
  const { code, stdout } = await run();
  expect(code).toBe(0);
  for (const [, name = ''] of stdout.matchAll(/^ {2}(\w+) {3,}/gm)) {
    const help = await run(name, '--help');
    expect(help.code).toBe(0);
    expect(help.stdout).toContain(`video-reader ${name}`);
  }
  expect((await run('--help')).stdout).toBe(stdout);
});
