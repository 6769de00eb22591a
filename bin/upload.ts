import '../local/require-node.ts';
import { type FileHandle, mkdir, open, readFile, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { z } from 'zod';
import {
  DirectUploadTarget,
  MultipartTarget,
  UploadPending,
  UploadResult,
} from '../layers/domain/upload.ts';
import { partSizes } from '../layers/domain/upload-parts.ts';
import { readPart } from '../local/read-part.ts';
import { writePrivate } from '../local/write-private.ts';

const { DATA_DIR = '.local', BASE_URL, API_KEY } = process.env;
const PARTS_AT_ONCE = 4;

/** A transfer in parts that is under way; the addresses in it are as good as the bytes. */
const Transfer = z.object({
  size: z.number(),
  changed: z.number(),
  target: MultipartTarget,
  done: z.array(z.number()),
});
type Transfer = z.infer<typeof Transfer>;

async function credentials(): Promise<{ base_url: string; api_key: string }> {
  if (BASE_URL !== undefined && API_KEY !== undefined)
    return { base_url: BASE_URL, api_key: API_KEY };
  const text = await readFile(join(DATA_DIR, 'credentials.json'), 'utf8').catch(() => {
    throw new Error('Set BASE_URL and API_KEY, or start the service on this machine: npm start.');
  });
  return JSON.parse(text) as { base_url: string; api_key: string };
}

async function post(url: string, apiKey: string, body: object): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as { error?: { message: string } };
  if (!response.ok) throw new Error(answer.error?.message ?? `HTTP ${response.status}`);
  return answer;
}

async function put(
  url: string,
  body: Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
): Promise<void> {
  const response = await fetch(url, { method: 'PUT', body, headers });
  await response.arrayBuffer();
  // 412: an earlier try has arrived after all.
  if (!response.ok && response.status !== 412)
    throw new Error(`The storage answered ${response.status}. Run the same command again.`);
}

/** A large file may be read for longer than one call waits. */
async function complete(url: string, apiKey: string): Promise<UploadResult> {
  for (;;) {
    const answer = await post(url, apiKey, {});
    if (!UploadPending.safeParse(answer).success) return UploadResult.parse(answer);
  }
}

function showProgress(done: number, of: number): void {
  if (!process.stderr.isTTY) return;
  const share = done / of;
  const bar = '#'.repeat(Math.round(share * 40)).padEnd(40, '.');
  process.stderr.write(`\r[${bar}] ${Math.round(share * 100)} %${share === 1 ? '\n' : ''}`);
}

async function sendParts(file: FileHandle, transfer: Transfer, path: string): Promise<void> {
  const { part_size, parts } = transfer.target.multipart;
  const sizes = partSizes(transfer.size, part_size);
  const left = parts.filter(({ part_number }) => !transfer.done.includes(part_number));
  const sent = () => transfer.done.reduce((sum, number) => sum + (sizes[number - 1] ?? 0), 0);
  showProgress(sent(), transfer.size);
  let saving = Promise.resolve();
  const lane = async (): Promise<void> => {
    for (let part = left.shift(); part; part = left.shift()) {
      const from = (part.part_number - 1) * part_size;
      await put(part.url, await readPart(file, from, sizes[part.part_number - 1] ?? 0));
      transfer.done.push(part.part_number);
      saving = saving.then(() => writePrivate(path, transfer));
      await saving;
      showProgress(sent(), transfer.size);
    }
  };
  await Promise.all(Array.from({ length: PARTS_AT_ONCE }, lane));
}

/** Sends a file by the way that fits its size, and goes on where a transfer in parts broke off. */
async function upload(name: string): Promise<UploadResult> {
  const { base_url, api_key } = await credentials();
  await using file = await open(name);
  const { size, mtimeMs: changed } = await file.stat();
  const folder = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'video-reader');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(
    folder,
    `${Buffer.from(base_url + resolve(name))
      .toString('base64url')
      .slice(-120)}.json`,
  );
  const saved = await readFile(path, 'utf8')
    .then((text) => Transfer.parse(JSON.parse(text)))
    .catch(() => undefined);
  const resumes =
    saved?.size === size &&
    saved.changed === changed &&
    Date.parse(saved.target.expires_at) > Date.now();
  const target = resumes
    ? saved.target
    : DirectUploadTarget.parse(
        await post(`${base_url}/v1/uploads/direct`, api_key, {
          filename: basename(name).slice(-255),
          bytes: size,
        }),
      );
  if ('put' in target) {
    showProgress(0, size);
    await put(target.put.url, await readPart(file, 0, size), target.put.headers);
    showProgress(size, size);
  } else {
    const transfer = resumes ? saved : { size, changed, target, done: [] };
    await writePrivate(path, transfer);
    await sendParts(file, transfer, path);
  }
  const result = await complete(target.complete_url, api_key);
  await rm(path, { force: true });
  return result;
}

const [name] = process.argv.slice(2);
try {
  if (name === undefined) throw new Error('Name the file: npm run upload -- FILE');
  console.log(JSON.stringify(await upload(name), null, 2));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
