/**
 * `node bench/frames/analysis.ts FILE…`: what measuring each frame costs by itself, in microseconds
 * of CPU, beside the decode of the file. The pictures are decoded and made small once, then measured
 * again and again; the digest of the findings says whether a change of the code left them alone.
 */
import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { findBinaries } from '../../layers/media/ffmpeg/binaries.ts';
import { fixedFrames } from '../../layers/media/ffmpeg/pipes.ts';
import { startTool } from '../../layers/media/ffmpeg/process.ts';
import { startMeasurement } from '../../layers/media/measure/measure.ts';
import { SMALL } from '../../layers/media/measure/pictures/grey.ts';
import { measureRun } from './measure-run.ts';

const ROUNDS = 5;
const RATE = 25;
const binaries = await findBinaries({ ffmpeg: process.env['FFMPEG_PATH'] });

async function smallPictures(file: string): Promise<Uint8Array[]> {
  const { width, height, bytes } = SMALL;
  const filters = `fps=${RATE},scale=${width}:${height}:flags=area:out_range=full,format=yuv420p`;
  const args = [
    '-v',
    'error',
    '-i',
    file,
    '-map',
    '0:v',
    '-vf',
    filters,
    '-f',
    'rawvideo',
    'pipe:1',
  ];
  const tool = startTool(binaries.ffmpeg, args, { pipes: 2, signal: AbortSignal.timeout(600_000) });
  const pictures: Uint8Array[] = [];
  for await (const picture of fixedFrames(tool.pipe(1), bytes)) {
    pictures.push(Uint8Array.from(picture));
  }
  return pictures;
}

function measured(pictures: readonly Uint8Array[]): { microseconds: number; findings: string } {
  const started = process.cpuUsage();
  const measurement = startMeasurement({
    window: [0, pictures.length / RATE],
    frameRate: RATE,
    detectors: true,
    signals: 'full',
    hasAudio: false,
  });
  for (const [at, picture] of pictures.entries()) measurement.frame(at / RATE, picture);
  const findings = JSON.stringify(measurement.finish());
  const { user, system } = process.cpuUsage(started);
  return { microseconds: (user + system) / pictures.length, findings };
}

// The tools run in a folder of their own.
for (const file of process.argv.slice(2).map((name) => resolve(name))) {
  const args = ['-v', 'error', '-i', file, '-map', '0:v', '-f', 'null', '-'];
  const decode = await measureRun(binaries.ffmpeg, args);
  const pictures = await smallPictures(file);
  const rounds = Array.from({ length: ROUNDS }, () => measured(pictures));
  const [least = Number.NaN] = rounds.map(({ microseconds }) => microseconds).sort((a, b) => a - b);
  const digest = createHash('sha256').update(rounds[0]?.findings ?? '');
  console.log({
    file,
    frames: pictures.length,
    'decode us a frame': Math.round((1e6 * decode.cpuSeconds) / pictures.length),
    'analysis us a frame': Math.round(least),
    'decode CPU s': decode.cpuSeconds,
    findings: digest.digest('hex').slice(0, 12),
  });
}
