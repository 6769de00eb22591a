import { execFile } from 'node:child_process';
import { access, mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const FOLDER = 'bench-out/frames';
const PART_SECONDS = 30;

/** Detailed, moving and noisy: about 5 Mb/s, so that it costs to decode what footage does. */
const scenes = (size: string) => `testsrc2=s=${size}:r=30,noise=alls=12:allf=t,format=yuv420p`;

async function made(name: string, args: (path: string) => string[]): Promise<string> {
  const path = join(FOLDER, name);
  try {
    await access(path);
  } catch {
    await mkdir(FOLDER, { recursive: true });
    const unfinished = join(FOLDER, `unfinished-${name}`);
    await run('ffmpeg', ['-v', 'error', '-y', ...args(unfinished)]);
    await rename(unfinished, path);
  }
  return path;
}

/** H.264 with sound. */
const part = (name: string, size: string, bitrate: string) =>
  made(name, (path) => [
    '-f',
    'lavfi',
    '-i',
    scenes(size),
    '-f',
    'lavfi',
    '-i',
    'anoisesrc=a=0.1:r=48000',
    '-t',
    String(PART_SECONDS),
    '-c:v',
    'libx264',
    '-preset',
    'superfast',
    '-b:v',
    bitrate,
    '-maxrate',
    '7M',
    '-bufsize',
    '10M',
    '-g',
    '250',
    '-c:a',
    'aac',
    path,
  ]);

/** A part again and again: minutes of the same kind of stream. */
function repeated(name: string, minutes: number, once: string): Promise<string> {
  const repeats = (minutes * 60) / PART_SECONDS - 1;
  return made(name, (path) => ['-stream_loop', String(repeats), '-i', once, '-c', 'copy', path]);
}

/** Minutes of 1080p. */
export const minutesOfIt = async (minutes: number): Promise<string> =>
  repeated(`${minutes}-minutes.mp4`, minutes, await part('part.mp4', '1920x1080', '4900k'));

/** Minutes of 720p. */
export const minutesOf720 = async (minutes: number): Promise<string> =>
  repeated(`${minutes}-minutes-720.mp4`, minutes, await part('part-720.mp4', '1280x720', '2500k'));

/** Minutes of 426x240: where decoding costs little, so must measuring. */
export const minutesOf240 = async (minutes: number): Promise<string> =>
  repeated(`${minutes}-minutes-240.mp4`, minutes, await part('part-240.mp4', '426x240', '400k'));

/** 20 s of 4K HEVC. */
export const ultraHd = () =>
  made('4k.mp4', (path) => [
    '-f',
    'lavfi',
    '-i',
    scenes('3840x2160'),
    '-t',
    '20',
    '-f',
    'lavfi',
    '-i',
    'anoisesrc=a=0.1:r=48000',
    '-shortest',
    '-c:v',
    'libx265',
    '-preset',
    'ultrafast',
    '-b:v',
    '15M',
    '-x265-params',
    'log-level=none',
    '-tag:v',
    'hvc1',
    '-c:a',
    'aac',
    path,
  ]);
