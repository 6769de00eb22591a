/**
 * `npm run bench:segments -- [MINUTES] [SEGMENTS]`: a long 720p video with everything on, read once
 * and in segments of which two are decoded at once; and what decoding and merging take alone.
 */
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ffmpegEngine } from '../../layers/media/engine.ts';
import { findBinaries } from '../../layers/media/ffmpeg/binaries.ts';
import { measureRun } from '../frames/measure-run.ts';
import { minutesOf720 } from '../frames/media.ts';

const [minutes = 60, segments = 8] = process.argv.slice(2).map(Number);
const engine = ffmpegEngine(await findBinaries({ ffmpeg: process.env['FFMPEG_PATH'] }));
const file = await minutesOf720(minutes);
const probeFile = `${file}.probe.json`;
await writeFile(probeFile, JSON.stringify(await engine.probe(file, AbortSignal.timeout(600_000))));
const folder = await mkdtemp(join(tmpdir(), 'bench-segments-'));
process.env['SEGMENTS'] = String(segments);

const read = (how: string, into = 'kept') =>
  measureRun(process.execPath, [
    join(import.meta.dirname, 'read.ts'),
    how,
    file,
    probeFile,
    join(folder, into),
  ]);

async function bytesOf(stream: string): Promise<number> {
  const names = await readdir(folder, { recursive: true });
  const sizes = names
    .filter((name) => name.endsWith(stream))
    .map(async (name) => (await stat(join(folder, name))).size);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

try {
  const rows: Record<string, Awaited<ReturnType<typeof read>>> = {};
  for (const how of ['once', 'cut', 'decode', 'merge']) {
    rows[how] = await read(how, how === 'cut' ? 'cut' : 'kept');
    console.log(how, rows[how]);
  }
  const { once, cut } = rows;
  if (once && cut) {
    console.log({
      minutes,
      segments,
      wall_ratio: Math.round((cut.wallSeconds / once.wallSeconds) * 1000) / 1000,
      cpu_ratio: Math.round((cut.cpuSeconds / once.cpuSeconds) * 1000) / 1000,
    });
  }
  for (const stream of ['small.zst', 'tiles.zst', 'sound.zst', 'segment.json']) {
    console.log(stream, 'KB a minute', Math.round((await bytesOf(stream)) / 1024 / minutes));
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
