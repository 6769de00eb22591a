import '../local/service/require-node.ts';
import { access, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { FramesResult } from '../layers/domain/frames/frames.ts';
import { type DemoClient, demoClient, type Source } from './demo/client.ts';
import { findService } from './demo/find-service.ts';
import { makeClip } from './demo/make-clip.ts';
import { describeOverview, describeProgress } from './demo/print.ts';

const OUT = 'demo-out';
const QUESTION = 'What happens in this video, in order?';
const { DATA_DIR = '.local' } = process.env;
const [given] = process.argv.slice(2);

/** The video of this run: what was named, or a clip that is drawn now. */
async function takeSource(client: DemoClient): Promise<Source> {
  if (given !== undefined && /^https?:\/\//i.test(given)) return { url: given };
  const file = given ?? join(OUT, 'demo.mp4');
  if (given === undefined) {
    console.log(`Drawing a clip of twenty seconds: ${file}`);
    await makeClip(file);
  }
  await access(file).catch(() => {
    throw new Error(`There is no file ${file}.`);
  });
  console.log(`Uploading ${file}`);
  return client.upload(file);
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

const progress: Parameters<DemoClient['overview']>[2] = (status, seconds, of) => {
  if (!process.stdout.isTTY) return;
  // Also takes away what a longer line left.
  process.stdout.write(`\r\u001b[K  ${describeProgress(status, of)} ${seconds.toFixed(1)} s`);
};

async function askMore(client: DemoClient, source: Source, paths: readonly string[]) {
  if (paths.includes('/v1/transcript')) {
    const Said = z.object({
      text: z.string(),
      source: z.string(),
      credits_charged: z.number().nullable(),
    });
    const {
      text,
      source: from,
      credits_charged,
    } = await client.post(Said, '/v1/transcript', source);
    console.log(
      `\nTranscript (${from}, ${credits_charged ?? 0} credits)\n  ${text || 'Nothing is said.'}`,
    );
  }
  if (paths.includes('/v1/watch_video')) {
    const Answer = z.object({
      answer: z.string().optional(),
      unanswered: z.array(z.object({ field: z.string(), reason: z.string() })).default([]),
      credits_charged: z.number().optional(),
    });
    const asked = { ...source, question: QUESTION };
    const {
      answer,
      unanswered,
      credits_charged = 0,
    } = await client.post(Answer, '/v1/watch_video', asked);
    console.log(
      `\n${QUESTION} (${credits_charged} credits)\n  ${answer ?? 'This video was read before; ask in its session.'}`,
    );
    for (const { field, reason } of unanswered) console.log(`  not answered: ${field}. ${reason}`);
  }
}

async function demonstrate(): Promise<void> {
  await mkdir(OUT, { recursive: true });
  const service = await findService(DATA_DIR);
  try {
    const client = demoClient(service.baseUrl, service.apiKey);
    const paths = await client.paths();
    const source = await takeSource(client);
    console.log(`Asking ${service.baseUrl} for an overview`);
    const result = await client.overview(source, paths.includes('/v1/transcript'), progress);
    if (process.stdout.isTTY) process.stdout.write('\r\u001b[K');
    console.log(`\n${describeOverview(result, await writeSheets(result))}`);
    await askMore(client, source, paths);
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
