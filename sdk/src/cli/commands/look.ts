import type { FramesRequest, FramesResult } from '../../types.ts';
import { walkFrames } from '../../walk.ts';
import { awaitJob } from '../await-job.ts';
import { command, given, momentOf, oneOf, type Run } from '../command.ts';
import { describeFrames } from '../describe.ts';
import { UsageError } from '../exit-codes.ts';
import { requireFolder, writeSheets } from '../sheets.ts';
import { nameOf, sourceOf } from '../source.ts';

const options = {
  detail: { type: 'string', short: 'd' },
  start: { type: 'string', short: 's' },
  end: { type: 'string', short: 'e' },
  out: { type: 'string', short: 'o' },
  'read-text': { type: 'boolean' },
  all: { type: 'boolean' },
  estimate: { type: 'boolean' },
} as const;

const LEVELS = [
  'auto',
  'overview',
  'standard',
  'detail',
  'fine',
  'motion',
  'single',
] as const satisfies readonly FramesRequest['detail'][];

export const look = command({
  summary: 'Contact sheets of a video: pictures with the second on each tile',
  usage: 'FILE|URL|ID [--detail LEVEL] [--start T] [--end T] [--read-text] [--all] [--out DIR]',
  help: `Uploads a file, reads it, writes the sheets as JPEG files and says what they cover.

  -d, --detail LEVEL  auto, overview, standard, detail, fine, motion or single; auto takes the
                      closest one that covers the window
  -s, --start T       where to begin: seconds (12.5) or a clock (1:23.4)
  -e, --end T         where to stop; without both, the whole video
      --read-text     also what is written on the screen; half a credit a minute more
      --all           goes on until the whole window is covered, however many calls it takes;
                      each is charged
  -o, --out DIR       where sheets are written; NAME-sheets unless said otherwise
      --estimate      says what one call would cost, and starts nothing; not with --all

  video-reader look talk.mp4
  video-reader look talk.mp4 --detail fine --start 1:02 --end 1:04
  video-reader look https://video.example/talk --detail standard --all --json | jq .coverage`,
  takes: 1,
  options,
  async run(run) {
    const { values, args, out, signal } = run;
    const [named = ''] = args;
    // Looked at before a file is sent.
    if (values.estimate && values.all) {
      throw new UsageError(
        '--estimate tells the price of one call, and --all may make several. Leave one of them out.',
      );
    }
    const asked = given({
      start: momentOf('start', values.start),
      end: momentOf('end', values.end),
      read_text: values['read-text'],
      detail: oneOf('detail', values.detail, LEVELS),
    });
    const folder = values.out ?? `${nameOf(named)}-sheets`;
    if (!values.estimate) await requireFolder(folder);
    const client = await run.client();
    const request: FramesRequest = { ...(await sourceOf(client, args[0], run)), ...asked };
    if (values.estimate) {
      const estimate = await client.frames({ ...request, estimate: true }, { signal });
      const { credits, detail, sheets, balance_after, reason } = estimate;
      if (values.json) out.data(JSON.stringify(estimate));
      else if (credits === null) out.data(`unknown: ${reason}`);
      else out.data(`${credits} credits for ${sheets} sheets at ${detail}; ${balance_after} left`);
      return;
    }
    const read = async (part: FramesRequest): Promise<FramesResult> =>
      awaitJob(await client.frames({ ...part, estimate: false, sync: false }, { signal }), run);
    const parts = values.all ? walkFrames(request, read) : [await read(request)];
    const stems: string[] = [];
    const write = (result: FramesResult) => writeSheets(result, folder, run, stems);
    for await (const result of parts) show(result, await write(result), named, run);
  },
});

function show(
  result: FramesResult,
  files: readonly string[],
  named: string,
  run: Run<typeof options>,
): void {
  const { values, out } = run;
  if (values.json) out.data(JSON.stringify({ ...result, files }));
  else out.data(describeFrames(result, files));
  const { truncated } = result.coverage;
  if (truncated === undefined || values.all) return;
  const end = values.end === undefined ? '' : ` --end ${values.end}`;
  const rest = `${end}${values['read-text'] ? ' --read-text' : ''}`;
  const source = /\s/.test(named) ? JSON.stringify(named) : named;
  out.note(
    `It goes on at ${truncated.next_start} s (${truncated.reason}):\n  video-reader look ${source} --detail ${result.detail} --start ${truncated.next_start}${rest}\nor all of it by --all.`,
  );
}
