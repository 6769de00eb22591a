import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { FreshParts, UploadResult } from '../../layers/domain/uploads/upload.ts';
import { uploadPartBytes } from '../../layers/domain/uploads/upload-parts.ts';
import { quickFfmpeg } from '../support/clips/quick-ffmpeg.ts';
import { type StandingService, standingService } from './standing-service.ts';

const run = promisify(execFile);
let service: StandingService;
let clip: string;

beforeAll(async () => {
  service = await standingService();
  clip = join(service.dataDir, 'clip.mp4');
  await quickFfmpeg('-f', 'lavfi', '-i', 'testsrc2=duration=1:size=160x90:rate=25', clip);
});
afterAll(() => rm(service.dataDir, { recursive: true }));

const COMMAND = [join(import.meta.dirname, '../../bin/video-reader.ts'), 'upload', '--json'];
const environment = () => ({
  ...process.env,
  DATA_DIR: service.dataDir,
  XDG_CACHE_HOME: join(service.dataDir, 'cache'),
});
const upload = async (file: string) => {
  const { stdout } = await run(process.execPath, [...COMMAND, file], { env: environment() });
  return UploadResult.parse(JSON.parse(stdout));
};

test('a small file is sent in one request', async () => {
  expect(await upload(clip)).toMatchObject({ video: { title: 'clip', duration: 1 } });
});

test('a large file is sent in parts, and a transfer that broke off goes on', async () => {
  // A free box at the end of an MP4 is of any size and holds nothing.
  const large = join(service.dataDir, 'large.mp4');
  const bytes = await readFile(clip);
  const size = 110_000_000;
  const box = Buffer.from([0, 0, 0, 0, 0x66, 0x72, 0x65, 0x65]);
  box.writeUInt32BE(size - bytes.length);
  await writeFile(large, Buffer.concat([bytes, box]));
  const file = await open(large, 'r+');
  await file.truncate(size);
  await file.close();

  const cache = join(service.dataDir, 'cache/video-reader/uploads');
  const options = { env: environment(), stdio: 'ignore' } as const;
  const child = spawn(process.execPath, [...COMMAND, large], options);
  const ended = once(child, 'exit');
  const states = async () =>
    (await readdir(cache).catch(() => [])).filter((name) => name.endsWith('.json'));
  const begun = async (): Promise<string> => {
    const [name] = await states();
    if (name !== undefined) return JSON.parse(await readFile(join(cache, name), 'utf8')).upload_id;
    await wait(5);
    return begun();
  };
  const upload_id = await begun();
  const missing = async (): Promise<number> => {
    const response = await fetch(`${service.baseUrl}/v1/uploads/direct/${upload_id}/parts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.apiKey}` },
    });
    return FreshParts.parse(await response.json()).multipart.parts.length;
  };
  const all = Math.ceil(size / uploadPartBytes(size));
  while ((await missing()) === all) await wait(5);
  child.kill('SIGKILL');
  await ended;
  const result = await upload(large);
  expect(result).toMatchObject({ received_bytes: size, video: { duration: 1 } });
  expect(result.upload_id).toBe(upload_id);
  expect(await states()).toEqual([]);
});
