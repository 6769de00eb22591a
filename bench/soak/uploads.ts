import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, openAsBlob } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  MultipartTarget,
  PutTarget,
  UploadResult,
  UploadTicket,
} from '../../layers/domain/uploads/upload.ts';
import { partSizes } from '../../layers/domain/uploads/upload-parts.ts';
import { type ServiceProcess, startServiceProcess } from '../../test/e2e/service-process.ts';
import { paddedClip } from '../../test/support/clips/padded-clip.ts';
import { mutationsOf, sendPut } from '../../test/support/mutated-put.ts';
import { watchMemory } from '../../test/support/processes/peak-memory.ts';
import { readPart } from './read-part.ts';

/** Sends files of gigabytes in every way and prints how fast, and how much memory that took. */
const GB = 1_000_000_000;
const THROUGH_BYTES = Number(process.argv[2] ?? 2) * GB;
const DIRECT_BYTES = Number(process.argv[3] ?? 5) * GB;
const LANES = 4;
const MOST_MB = 400;

const seconds = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
};
const perSecond = (bytes: number, took: number) => `${Math.round(bytes / took / 1e6)} MB/s`;

async function shell(command: string, ...args: string[]): Promise<void> {
  const [code] = await once(
    spawn('sh', ['-c', command, 'sh', ...args], { stdio: 'ignore' }),
    'exit',
  );
  if (code !== 0) throw new Error(`${command} ended with ${code}`);
}

/** What the machine does with the same bytes: read, write, on disk. */
const cat = (path: string) =>
  seconds(() => shell('cat "$1" > "$2" && sync "$2"', path, `${path}.copy`));

async function call(service: ServiceProcess, path: string, body?: object): Promise<unknown> {
  const response = await fetch(path.startsWith('http') ? path : service.baseUrl + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(body ?? {}),
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${text}`);
  return JSON.parse(text);
}

async function through(service: ServiceProcess, path: string): Promise<UploadResult> {
  const form = new FormData();
  form.set('file', await openAsBlob(path), 'master.mp4');
  const response = await fetch(`${service.baseUrl}/v1/uploads`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.apiKey}` },
    body: form,
  });
  return UploadResult.parse(await response.json());
}

async function sendParts(path: string, { multipart }: MultipartTarget): Promise<void> {
  await using file = await open(path);
  const sizes = partSizes(DIRECT_BYTES, multipart.part_size);
  const left = [...multipart.parts];
  const lane = async () => {
    for (let part = left.shift(); part; part = left.shift()) {
      const from = (part.part_number - 1) * multipart.part_size;
      const body = await readPart(file, from, sizes[part.part_number - 1] ?? 0);
      const response = await fetch(part.url, { method: 'PUT', body });
      const said = await response.text();
      if (!response.ok) throw new Error(`part ${part.part_number}: ${response.status} ${said}`);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

async function mutations(service: ServiceProcess) {
  const body = new Uint8Array(1000).fill(7);
  const asked = { bytes: body.length, content_type: 'video/mp4', filename: 'a.mp4' };
  const target = PutTarget.parse(await call(service, '/v1/uploads/direct', asked));
  const taken: string[] = [];
  const all = mutationsOf(target, body);
  for (const mutation of all) {
    const status = await sendPut(mutation);
    if (status < 400) taken.push(mutation.what);
  }
  const original = await sendPut({ ...target.put, body });
  return { mutations: all.length, taken, original };
}

async function tickets(service: ServiceProcess) {
  const issue = async () => UploadTicket.parse(await call(service, '/v1/uploads/tickets'));
  const { ticket, upload_url } = await issue();
  let accepted = 0;
  for (let at = 0; at < ticket.length; at += 1) {
    for (const character of ['A', 'b', '-'].filter((one) => one !== ticket[at])) {
      const changed = ticket.slice(0, at) + character + ticket.slice(at + 1);
      const url = upload_url.replace(ticket, changed);
      const { status } = await fetch(url, { method: 'POST', body: 'x' });
      if (status !== 401) accepted += 1;
    }
  }
  const clip = await mkdtemp(join(tmpdir(), 'clip-'));
  await paddedClip(join(clip, 'a.mp4'), 100_000);
  const uses = Array.from({ length: 50 }, () =>
    fetch(upload_url, {
      method: 'POST',
      body: createReadStream(join(clip, 'a.mp4')),
      duplex: 'half',
      headers: { 'content-type': 'video/mp4' },
    } as RequestInit).then(({ status }) => status),
  );
  const statuses = await Promise.all(uses);
  await rm(clip, { recursive: true });
  return {
    characters: ticket.length,
    accepted,
    uploads: statuses.filter((one) => one === 200).length,
  };
}

const dir = await mkdtemp(join(tmpdir(), 'soak-uploads-'));
const service = await startServiceProcess({ dataDir: join(dir, 'data') });
const memory = watchMemory(process.pid);
try {
  const file = join(dir, 'master.mp4');
  await paddedClip(file, THROUGH_BYTES);
  const throughSeconds = await seconds(() => through(service, file));
  const throughCat = await cat(file);
  await Promise.all([rm(file), rm(`${file}.copy`)]);
  console.log({
    through_the_service: perSecond(THROUGH_BYTES, throughSeconds),
    cat: perSecond(THROUGH_BYTES, throughCat),
    gigabytes: THROUGH_BYTES / GB,
  });

  await paddedClip(file, DIRECT_BYTES);
  const target = MultipartTarget.parse(
    await call(service, '/v1/uploads/direct', { bytes: DIRECT_BYTES, filename: 'master.mp4' }),
  );
  const sent = await seconds(() => sendParts(file, target));
  let result: UploadResult | undefined;
  const completed = await seconds(async () => {
    result = UploadResult.parse(await call(service, target.complete_url));
  });
  const directCat = await cat(file);
  console.log({
    in_parts: perSecond(DIRECT_BYTES, sent),
    complete: `${completed.toFixed(1)} s, ${perSecond(DIRECT_BYTES, completed)} read`,
    cat: perSecond(DIRECT_BYTES, directCat),
    gigabytes: DIRECT_BYTES / GB,
    received_bytes: result?.received_bytes,
  });

  const [put, ticket] = [await mutations(service), await tickets(service)];
  console.log({ put, ticket });

  const peaks = (await memory.stop()).filter(
    ({ command }) => !/uploads\.ts|^cat|^sh |^sync/.test(command),
  );
  // They come largest first; turned round, the largest of each program is the one that stays.
  const largest = new Map(peaks.toReversed().map(({ command, mb }) => [command, mb]));
  console.log({ peak_memory_mb: Object.fromEntries(largest) });
  const ours = peaks.filter(({ command }) => !command.startsWith('java'));
  const holds =
    ours.every(({ mb }) => mb < MOST_MB) &&
    result?.received_bytes === DIRECT_BYTES &&
    put.taken.length === 0 &&
    put.original === 200 &&
    ticket.accepted === 0 &&
    ticket.uploads === 1;
  console.log({ holds });
  if (!holds) process.exitCode = 1;
} finally {
  await service.kill();
  await rm(dir, { recursive: true, force: true, maxRetries: 5 });
}
