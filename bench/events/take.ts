import { type Picture, pictureBytes } from '../detectors/picture.ts';
import type { Shot } from '../detectors/shot.ts';
import { ffmpegBytes } from '../detectors/sources.ts';
import type { OneShot } from './one-shots.ts';

/** A part of a one-shot clip as the edited clip shows it, before other shots are joined to it. */
export interface Take {
  source: OneShot;
  /** Seconds into the source. */
  start: number;
  frames: number;
  fps: number;
  size: { width: number; height: number };
  mirrored: boolean;
  /** 1 shows all of the picture, 2 the middle half of it. */
  zoom: number;
  /** One frame of it, as a photograph. */
  still: boolean;
  /** ffmpeg filters on it, each with a comma before it. */
  filters: string;
}

const even = (value: number): number => 2 * Math.round(value / 2);

/** Decodes a take; its frames are all in memory. */
export function shoot(take: Take): Shot {
  const { source, start, frames, fps, size, zoom } = take;
  const [width, height] = [even(size.width * zoom), even(size.height * zoom)];
  const scale = `scale=${width}:${height}:force_original_aspect_ratio=increase:flags=bicubic`;
  const still = take.still ? `,trim=end_frame=1,loop=-1:1` : '';
  const graph =
    `[0:v:0]${source.crop}fps=${fps},${scale},crop=${size.width}:${size.height},setsar=1,` +
    `format=yuv420p${take.mirrored ? ',hflip' : ''}${still},setpts=N/${fps}/TB${take.filters},` +
    `scale=${size.width}:${size.height},format=yuv420p,trim=end_frame=${frames}`;
  const bytes = ffmpegBytes([
    '-ss',
    start.toFixed(3),
    '-i',
    source.file,
    '-filter_complex',
    graph,
    '-frames:v',
    String(frames),
    '-f',
    'rawvideo',
    '-',
  ]);
  const length = pictureBytes(size.width, size.height);
  const seen = Math.floor(bytes.length / length);
  if (seen < frames) throw new Error(`${source.name} has ${seen} of ${frames} frames at ${start}`);
  return {
    frames,
    moves: [],
    real: true,
    draw: (frame: number, target: Picture) => {
      target.data.set(bytes.subarray(frame * length, (frame + 1) * length));
    },
  };
}
