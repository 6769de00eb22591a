import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import type { Signal } from '../../layers/domain/frames/signal.ts';
import type { Technical } from '../../layers/domain/frames/technical.ts';
import { startMeasurement } from '../../layers/media/measure/measure.ts';
import { SMALL } from '../../layers/media/measure/pictures/grey.ts';
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

/**
 * Decodes a file once, as the engine does but from all of its lines: small pictures, and 16 kHz
 * mono sound where it is listened to.
 */
export async function decode(
  file: string,
  picture: (planes: Buffer) => void,
  sound?: (samples: Int16Array) => void,
): Promise<void> {
  const grey = `[0:v:0]scale=${SMALL.width}:${SMALL.height}:flags=area:out_range=full,format=yuv420p[g]`;
  const mono = sound ? ';[0:a:0]aresample=16000:async=1:first_pts=0[a]' : '';
  const args = ['-v', 'error', '-nostdin', '-i', file, '-filter_complex', grey + mono]
    .concat(['-map', '[g]', '-vsync', '0', '-f', 'rawvideo', 'pipe:3'])
    .concat(sound ? ['-map', '[a]', '-ac', '1', '-f', 's16le', 'pipe:4'] : []);
  const ffmpeg = spawn('ffmpeg', args, { stdio: ['ignore', 'ignore', 'inherit', 'pipe', 'pipe'] });
  const units = (pipe: number, unit: number, take: (bytes: Buffer) => void): Promise<unknown> => {
    let rest: Buffer = Buffer.alloc(0);
    const stream = ffmpeg.stdio[pipe] as Readable;
    stream.on('data', (bytes: Buffer) => {
      const all = Buffer.concat([rest, bytes]);
      const whole = all.length - (all.length % unit);
      take(all.subarray(0, whole));
      rest = all.subarray(whole);
    });
    return once(stream, 'close');
  };
  const pictures = units(3, SMALL.bytes, (bytes) => {
    for (let at = 0; at < bytes.length; at += SMALL.bytes) {
      picture(bytes.subarray(at, at + SMALL.bytes));
    }
  });
  const samples = units(4, 2, (bytes) => {
    const copy = new Int16Array(bytes.length / 2);
    for (let i = 0; i < copy.length; i++) copy[i] = bytes.readInt16LE(i * 2);
    sound?.(copy);
  });
  const [[code]] = await Promise.all([once(ffmpeg, 'close'), pictures, samples]);
  if (code !== 0) throw new Error(`ffmpeg ended with ${code} on ${file}`);
}

/** Decodes a file once and measures everything. */
export async function readAll(
  file: string,
  options: { frameRate: number; duration: number; hasAudio: boolean },
): Promise<Read> {
  const times = frameTimes(file);
  const { frameRate, duration, hasAudio } = options;
  const window: [number, number] = [0, duration];
  const measurement = startMeasurement({
    window,
    frameRate,
    hasAudio,
    detectors: true,
    signals: 'full',
  });
  let frames = 0;
  let heard = 0;
  let measuring = 0;
  const timed = (measure: () => void): void => {
    const started = performance.now();
    measure();
    measuring += performance.now() - started;
  };
  const picture = (planes: Buffer): void => {
    const seconds = times[frames] ?? frames / frameRate;
    timed(() => measurement.frame(seconds, planes));
    frames++;
  };
  const sound = (samples: Int16Array): void => {
    timed(() => measurement.audio(samples, heard / 16_000));
    heard += samples.length;
  };
  await decode(file, picture, hasAudio ? sound : undefined);
  const { technical, signal } = measurement.finish();
  if (!signal) throw new Error('signals were asked for');
  return { technical, signal, frames, measuring };
}
