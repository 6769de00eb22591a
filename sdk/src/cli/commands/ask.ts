import { readFile } from 'node:fs/promises';
import type { VideoReader } from '../../client.ts';
import { Job } from '../../job.ts';
import type { Answer, WatchVideoRequest } from '../../types.ts';
import { awaitJob } from '../await-job.ts';
import { command, given, oneOf, type Run, secondsOf } from '../command.ts';
import { UsageError } from '../exit-codes.ts';
import { sourceOf } from '../source.ts';
import { tellAnswer } from '../tell.ts';

const options = {
  session: { type: 'string' },
  depth: { type: 'string' },
  start: { type: 'string', short: 's' },
  end: { type: 'string', short: 'e' },
  schema: { type: 'string' },
  rewatch: { type: 'boolean' },
} as const;

const DEPTHS = ['glance', 'read', 'full'] as const satisfies readonly WatchVideoRequest['depth'][];

export const ask = command({
  summary: 'A written answer about a video, naming the second of every moment',
  usage: '"QUESTION" FILE|URL|ID [--depth glance|read|full] [--session ID]',
  help: `Reads the video and answers; each second in the answer was looked at. A further question about the
same video is answered out of what was found, for a tenth of a credit.

      --depth D       glance, read or full: how many moments are looked at
  -s, --start T       only from there: seconds (12.5) or a clock (1:23.4)
  -e, --end T         only up to there
      --session ID    asks on where an earlier answer ended; no video is named then
      --schema FILE   a JSON Schema: the answer comes in that shape too
      --rewatch       reads the video anew, at the full price

  video-reader ask "Who speaks, and when?" talk.mp4
  video-reader ask "And who answers?" --session ses_…
  video-reader ask "List the slides" talk.mp4 --schema slides.json --json | jq .value`,
  takes: 2,
  options,
  async run(run) {
    const { values, args, out } = run;
    const [question, named] = args;
    if (question === undefined) throw new UsageError('Write the question, in quotes.');
    const isFollowUp = values.session !== undefined && named === undefined;
    if (named === undefined && !isFollowUp) {
      throw new UsageError(
        'Behind the question, which stands in quotes, name a file, a link or an id.',
      );
    }
    // Looked at before a file is sent.
    const asked = {
      ...given({ session_id: values.session, rewatch: values.rewatch }),
      ...given({ depth: oneOf('depth', values.depth, DEPTHS) }),
      ...windowOf(values),
      ...(values.schema !== undefined && { schema: await schemaOf(values.schema) }),
    };
    const client = await run.client();
    const source = isFollowUp ? {} : await sourceOf(client, named, run);
    const request: WatchVideoRequest = { question, ...source, ...asked };
    const answer = await answerTo(client, request, run);
    if (values.json) out.data(JSON.stringify(answer));
    else tellAnswer(answer, out);
  },
});

/** Asks on by itself where the video was read before: that is what the question wants. */
async function answerTo(
  client: VideoReader,
  request: WatchVideoRequest,
  run: Run<typeof options>,
): Promise<Answer> {
  const asked = async (body: WatchVideoRequest) =>
    client.watch({ ...body, estimate: false, sync: false }, { signal: run.signal });
  let begun = await asked(request);
  if (!(begun instanceof Job)) {
    const { price, next } = begun;
    run.out.note(
      `Read before: asked out of what was found then, for ${price.follow_up} credits. --rewatch reads it anew, for ${price.rewatch}.`,
    );
    begun = await asked(next.follow_up);
  }
  if (!(begun instanceof Job)) throw new Error('The service answered a follow-up with prices.');
  return awaitJob(begun, run);
}

function windowOf({
  start,
  end,
}: {
  readonly start?: string | undefined;
  readonly end?: string | undefined;
}): Pick<WatchVideoRequest, 'window'> {
  if (start === undefined && end === undefined) return {};
  const [from = 0, to] = [secondsOf('start', start), secondsOf('end', end)];
  if (to === undefined) throw new UsageError('With --start, say where to stop: --end.');
  return { window: { from, to } };
}

async function schemaOf(file: string): Promise<Record<string, unknown>> {
  const text = await readFile(file, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    const isFolder = cause.code === 'EISDIR';
    throw new UsageError(
      isFolder ? `${file} is a folder: name the file of a schema.` : `There is no file ${file}.`,
      { cause },
    );
  });
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new UsageError(`${file} is no JSON.`, { cause });
  }
}
