import '../local/service/require-node.ts';
import { access, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { describeFrames, describeProgress } from '../sdk/src/cli/describe.ts';
import { type FramesResult, VideoReader } from '../sdk/src/index.ts';
import { findService } from './demo/find-service.ts';
import { makeClip } from './demo/make-clip.ts';

const OUT = 'demo-out';
const QUESTION = 'What happens in this video, in order?';
const { DATA_DIR = '.local' } = process.env;
const USAGE = `Usage: npm run demo [-- FILE|URL]

Makes a short video, or takes the one that is named, reads it, asks about it, and writes its sheets to
${OUT}/. It uses the service that runs on DATA_DIR (.local), or starts one for that time.`;

const named = namedOnly();

/** What is asked for alone: whoever asks otherwise is told how, and nothing is started. */
function namedOnly(): string | undefined {
  try {
    const options = { help: { type: 'boolean', short: 'h' } } as const;
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    const [first, ...more] = positionals;
    if (more.length > 0) throw new Error('Name one file, or one link.');
    if (!values.help) return first;
    console.log(USAGE);
    process.exit();
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n\n${USAGE}`);
    process.exit(2);
  }
}

type Source = { readonly url: string } | { readonly upload_id: string };

/** The video of this run: what was named, or a clip that is drawn now. */
async function takeSource(client: VideoReader): Promise<Source> {
  if (named !== undefined && /^https?:\/\//i.test(named)) return { url: named };
  const file = named ?? join(OUT, 'demo.mp4');
  if (named === undefined) {
    console.log(`Drawing a clip of twenty seconds: ${file}`);
    await makeClip(file);
  }
  await access(file).catch(() => {
    throw new Error(`There is no file ${file}.`);
  });
  console.log(`Uploading ${file}`);
  const { upload_id } = await client.upload(file);
  return { upload_id };
}

async function overviewOf(client: VideoReader, source: Source): Promise<FramesResult> {
  const job = await client.frames({ ...source, detail: 'overview', sync: false });
  const began = performance.now();
  const result = await job.wait({
    onProgress: (state) => {
      if (!process.stdout.isTTY) return;
      const seconds = ((performance.now() - began) / 1000).toFixed(1);
      // Also takes away what a longer line left.
      process.stdout.write(`\r\u001b[K  ${describeProgress(state).join(' ')} ${seconds} s`);
    },
  });
  if (process.stdout.isTTY) process.stdout.write('\r\u001b[K');
  return result;
}

async function writeSheets({ sheets }: FramesResult): Promise<string[]> {
  const files: string[] = [];
  for (const { page, url = '' } of sheets) {
    const response = await fetch(url);
    if (!response.ok) throw new Error(`Sheet ${page} answers ${response.status}.`);
    const file = join(OUT, `sheet-${String(page).padStart(2, '0')}.jpg`);
    await writeFile(file, Buffer.from(await response.arrayBuffer()));
    files.push(file);
  }
  return files;
}

async function askMore(client: VideoReader, source: Source): Promise<void> {
  const said = await client.transcript(source);
  console.log(
    `\nTranscript (${said.source}, ${said.credits_charged ?? 0} credits)\n  ${said.text || 'Nothing is said.'}`,
  );
  const reply = await client.watch({ ...source, question: QUESTION });
  if (!('answer' in reply)) {
    console.log(`\n${QUESTION}\n  This video was read before; ask in its session.`);
    return;
  }
  console.log(`\n${QUESTION} (${reply.credits_charged} credits)\n  ${reply.answer}`);
  for (const { field, reason } of reply.unanswered)
    console.log(`  not answered: ${field}. ${reason}`);
}

async function demonstrate(): Promise<void> {
  await mkdir(OUT, { recursive: true });
  const service = await findService(DATA_DIR);
  try {
    const client = new VideoReader(service);
    const source = await takeSource(client);
    console.log(`Asking ${service.baseUrl} for an overview`);
    const result = await overviewOf(client, source);
    const lines = describeFrames(result, await writeSheets(result)).replaceAll(/^/gm, '  ');
    console.log(`\n${lines}`);
    await askMore(client, source);
  } finally {
    await service.stop();
  }
}

try {
  await demonstrate();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
