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

/** 1080p H.264 with sound. */
const part = () =>
  made('part.mp4', (path) => [
    ...['-f', 'lavfi', '-i', scenes('1920x1080'), '-f', 'lavfi', '-i', 'anoisesrc=a=0.1:r=48000'],
    ...['-t', String(PART_SECONDS), '-c:v', 'libx264', '-preset', 'superfast', '-b:v', '4900k'],
    ...['-maxrate', '7M', '-bufsize', '10M', '-g', '250', '-c:a', 'aac', path],
  ]);

/** The part again and again: `minutes` of the same kind of stream. */
export async function minutesOfIt(minutes: number): Promise<string> {
  const once = await part();
  const repeats = (minutes * 60) / PART_SECONDS - 1;
  return made(`${minutes}-minutes.mp4`, (path) => [
    ...['-stream_loop', String(repeats), '-i', once, '-c', 'copy', path],
  ]);
}

/** 20 s of 4K HEVC. */
export const ultraHd = () =>
  made('4k.mp4', (path) => [
    ...['-f', 'lavfi', '-i', scenes('3840x2160'), '-t', '20'],
    ...['-f', 'lavfi', '-i', 'anoisesrc=a=0.1:r=48000', '-shortest'],
    ...['-c:v', 'libx265', '-preset', 'ultrafast', '-b:v', '15M', '-x265-params', 'log-level=none'],
    ...['-tag:v', 'hvc1', '-c:a', 'aac', path],
  ]);
