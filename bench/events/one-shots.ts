import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ffmpegBytes } from '../detectors/sources.ts';

/** A video of one shot, in which nothing was edited. */
export interface OneShot {
  name: string;
  file: string;
  /** Seconds of its picture. */
  duration: number;
  /** True where the camera is known to stand. */
  standing: boolean;
  /** ffmpeg's crop of bars around the picture, or nothing. */
  crop: string;
}

interface Known {
  file: string;
  truth: {
    n_hard_cuts?: number;
    camera?: string;
    content_box?: { x: number; y: number; width: number; height: number };
  };
}

const VIDEO = /\.(mp4|mkv|mov|webm)$/;

function secondsOf(file: string): number {
  const args = ['-select_streams', 'v:0', '-show_entries', 'packet=pts_time', '-of', 'csv=p=0'];
  const times = ffmpegBytes([...args, file], 'ffprobe')
    .toString()
    .split('\n')
    .map(Number.parseFloat);
  return Math.max(...times.filter((time) => !Number.isNaN(time)));
}

/**
 * The one-shot clips of a folder in order of their names. Where it has a `truth.json`, those that
 * it calls free of cuts; else every video.
 */
export function oneShots(folder: string): OneShot[] {
  const files = readdirSync(folder).filter((name) => VIDEO.test(name));
  const list = readdirSync(folder).includes('truth.json')
    ? (JSON.parse(readFileSync(join(folder, 'truth.json'), 'utf8')) as Known[])
    : files.map((file): Known => ({ file, truth: { n_hard_cuts: 0 } }));
  return list
    .filter(({ file, truth }) => files.includes(file) && truth.n_hard_cuts === 0)
    .map(({ file, truth: { camera = '', content_box: box } }) => ({
      name: file,
      file: join(folder, file),
      duration: secondsOf(join(folder, file)),
      standing: /static|standing/.test(camera),
      crop: box ? `crop=${box.width}:${box.height}:${box.x}:${box.y},` : '',
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

export type Half = 'fit' | 'report';

/** Every other clip: those that constants may be set on, and those that are reported. */
export const halfOf = (shots: readonly OneShot[], half: Half): OneShot[] =>
  shots.filter((_, i) => (i % 2 === 0) === (half === 'fit'));
