/**
 * `npm run bench:service -- [MINUTES] [SIZE…]`: the service times that costs and the simulation count with,
 * as seconds of CPU for an hour of video. A busy machine changes walls, not these: with n cores a
 * read takes the CPU of all threads over n, or that of its busiest thread where this is more.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ffmpegEngine } from '../../layers/media/engine.ts';
import { findBinaries } from '../../layers/media/ffmpeg/binaries.ts';
import { minutesOf240, minutesOf720, minutesOfIt } from '../frames/media.ts';
import { watchThreads } from './thread-times.ts';

const [given = '1', ...sizes] = process.argv.slice(2);
const minutes = Number(given);
const FILES = { '1080p': minutesOfIt, '720p': minutesOf720, '240p': minutesOf240 };
const WAYS = ['once', 'decode', 'merge'];
const READ = join(import.meta.dirname, '../segments/read.ts');

const engine = ffmpegEngine(await findBinaries({ ffmpeg: process.env['FFMPEG_PATH'] }));
const folder = await mkdtemp(join(tmpdir(), 'bench-service-'));

async function measured(prefix: readonly string[], args: readonly string[]) {
  const [command = '', ...rest] = [...prefix, process.execPath, READ, ...args];
  const env = { ...process.env, SEGMENTS: '1' };
  const child = spawn(command, rest, { stdio: ['ignore', 'ignore', 'inherit'], env });
  const threads = watchThreads(child);
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`${command} ${rest.join(' ')} ended with ${code}`);
  return threads();
}

try {
  for (const [size, make] of Object.entries(FILES)) {
    if (sizes.length > 0 && !sizes.includes(size)) continue;
    const file = await make(minutes);
    const probeFile = `${file}.probe.json`;
    const probe = await engine.probe(file, AbortSignal.timeout(600_000));
    await writeFile(probeFile, JSON.stringify(probe));
    for (const how of WAYS) {
      const args = [how, file, probeFile, join(folder, size)];
      const all = await measured([], args);
      // Merging has one thread that works.
      const one = how === 'merge' ? undefined : await measured(['taskset', '-c', '0'], args);
      const anHour = (seconds = Number.NaN) => Math.round((seconds * 60) / minutes);
      console.log({
        size,
        how,
        cpu: anHour(all.cpuSeconds),
        busiest: anHour(all.busiestSeconds),
        'cpu on one core': anHour(one?.cpuSeconds),
      });
    }
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
