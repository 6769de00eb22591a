import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import type { Signal } from '../../layers/domain/signal.ts';
import type { Technical } from '../../layers/domain/technical.ts';
import { SMALL, startMeasurement } from '../../layers/media/measure/measure.ts';
import { ffmpegBytes } from './sources.ts';

export interface Read {
  technical: Technical;
  signal: Signal;
  frames: number;
  /** Milliseconds of CPU that measuring took, without decoding. */
  measuring: number;
}

/** Presentation times of a file's frames, from its packets, first one 0. */
export function frameTimes(file: string): number[] {
  const text = ffmpegBytes(
    ['-of', 'csv=p=0', '-select_streams', 'v:0', '-show_entries', 'packet=pts_time', file],
    'ffprobe',
  ).toString();
  const times = text.split('\n').flatMap((line) => {
    const time = Number.parseFloat(line);
    return Number.isNaN(time) ? [] : [time];
  });
  times.sort((a, b) => a - b);
  const first = times[0] ?? 0;
  return times.map((time) => time - first);
}

/** Decodes a file once and measures everything. */
export async function readAll(
  file: string,
  options: { frameRate: number; duration: number; hasAudio: boolean },
): Promise<Read> {
  const times = frameTimes(file);
  const grey = `[0:v:0]scale=${SMALL.width}:${SMALL.height}:flags=area:out_range=full,format=yuv420p[g]`;
  const sound = options.hasAudio ? ';[0:a:0]aresample=16000:async=1:first_pts=0[a]' : '';
  const args = ['-v', 'error', '-nostdin', '-i', file, '-filter_complex', grey + sound]
    .concat(['-map', '[g]', '-vsync', '0', '-f', 'rawvideo', 'pipe:3'])
    .concat(options.hasAudio ? ['-map', '[a]', '-ac', '1', '-f', 's16le', 'pipe:4'] : []);
  const ffmpeg = spawn('ffmpeg', args, { stdio: ['ignore', 'ignore', 'inherit', 'pipe', 'pipe'] });
  const measurement = startMeasurement({
    window: [0, options.duration],
    frameRate: options.frameRate,
    detectors: true,
    signals: 'full',
    hasAudio: options.hasAudio,
  });
  let frame = 0;
  let samples = 0;
  let measuring = 0;
  const chunks = (pipe: number, unit: number, take: (bytes: Buffer) => void): Promise<unknown> => {
    let rest: Buffer = Buffer.alloc(0);
    const stream = ffmpeg.stdio[pipe] as Readable;
    stream.on('data', (bytes: Buffer) => {
      const started = performance.now();
      const all = Buffer.concat([rest, bytes]);
      const whole = all.length - (all.length % unit);
      take(all.subarray(0, whole));
      rest = all.subarray(whole);
      measuring += performance.now() - started;
    });
    return once(stream, 'close');
  };
  // Three planes, as the reader of the engine feeds them: luma, Cb, Cr.
  const size = SMALL.bytes;
  const picture = chunks(3, size, (bytes) => {
    for (let at = 0; at < bytes.length; at += size) {
      measurement.frame(times[frame] ?? frame / options.frameRate, bytes.subarray(at, at + size));
      frame++;
    }
  });
  const audio = chunks(4, 2, (bytes) => {
    const copy = new Int16Array(bytes.length / 2);
    for (let i = 0; i < copy.length; i++) copy[i] = bytes.readInt16LE(i * 2);
    measurement.audio(copy, samples / 16_000);
    samples += copy.length;
  });
  const [[code]] = await Promise.all([once(ffmpeg, 'close'), picture, audio]);
  if (code !== 0) throw new Error(`ffmpeg ended with ${code} on ${file}`);
  const { technical, signal } = measurement.finish();
  if (!signal) throw new Error('signals were asked for');
  return { technical, signal, frames: frame, measuring };
}
