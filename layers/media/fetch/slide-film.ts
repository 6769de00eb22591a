import { join } from 'node:path';
import type { Sharp } from 'sharp';
import { DomainError } from '../../domain/errors.ts';
import type { Binaries } from '../ffmpeg/binaries.ts';
import { guards, inputName, PIXEL_GUARD } from '../ffmpeg/input.ts';
import { runTool, startTool, tailOf } from '../ffmpeg/process.ts';
import { Description } from '../probe/describe-streams.ts';

/** Longest side of a slide in pixels: more than any sheet shows. */
const MAX_SIDE = 2160;
const MAX_PIXELS = 64_000_000;
const BLACK = { r: 0, g: 0, b: 0 };

/**
 * Makes a film of slides: second n shows slide n + 1, each fitted whole into the largest. The sound
 * stands beside it for as long as it lasts.
 * @param images files, in order
 * @param path of an mkv in the same folder
 * @returns how long the sound lasts, in seconds; null without any
 * @throws DomainError no_video_stream when a picture or the sound cannot be read
 */
export async function slideFilm(
  binaries: Binaries,
  { images, audio, path }: { images: readonly string[]; audio: string | null; path: string },
  signal: AbortSignal,
): Promise<number | null> {
  const folder = join(path, '..');
  const size = await largest(images);
  for (const [n, image] of images.entries()) {
    signal.throwIfAborted();
    await (await opened(image))
      .rotate()
      .resize({ ...size, fit: 'contain', background: BLACK })
      .flatten({ background: BLACK })
      .removeAlpha()
      .png({ compressionLevel: 1 })
      .toFile(join(folder, `slide-${String(n).padStart(4, '0')}.png`));
  }
  const audioSeconds = audio === null ? null : await lengthOf(binaries, audio, signal);
  const args = [
    '-hide_banner',
    '-nostats',
    '-nostdin',
    '-v',
    'error',
    '-protocol_whitelist',
    'file',
    '-f',
    'image2',
    '-framerate',
    '1',
    '-i',
    `file:${join(folder, 'slide-%04d.png')}`,
    ...(audio === null ? [] : [...guards(audio, binaries), '-i', inputName(audio, binaries)]),
    '-map',
    '0:v:0',
    ...(audio === null ? [] : ['-map', '1:a:0', '-c:a', 'copy']),
    '-c:v',
    'libx264',
    '-preset',
    'veryfast',
    '-crf',
    '16',
    '-g',
    '1',
    '-pix_fmt',
    'yuv420p',
    '-f',
    'matroska',
    '-y',
    `file:${path}`,
  ];
  const tool = startTool(binaries.ffmpeg, args, { pipes: 2, signal });
  tool.pipe(1).resume();
  const [{ code }] = await Promise.all([tool.ended, tailOf(tool)]);
  signal.throwIfAborted();
  if (code !== 0) throw unreadable();
  return audioSeconds;
}

/** The library is loaded where there is a picture: hardly any link leads to one. */
async function opened(image: string): Promise<Sharp> {
  const { default: sharp } = await import('sharp');
  return sharp(image, { limitInputPixels: MAX_PIXELS });
}

/** Width and height that every slide fits into; even, as the encoder wants them. */
async function largest(images: readonly string[]): Promise<{ width: number; height: number }> {
  let [width, height] = [2, 2];
  for (const image of images) {
    const picture = await opened(image);
    const { autoOrient } = await picture.metadata().catch((cause: unknown) => {
      throw unreadable(cause);
    });
    width = Math.max(width, autoOrient.width);
    height = Math.max(height, autoOrient.height);
  }
  const scale = Math.min(1, MAX_SIDE / Math.max(width, height));
  const even = (side: number) => Math.max(2, 2 * Math.round((side * scale) / 2));
  return { width: even(width), height: even(height) };
}

async function lengthOf(binaries: Binaries, audio: string, signal: AbortSignal): Promise<number> {
  const args = [
    '-v',
    'error',
    ...guards(audio, binaries),
    ...PIXEL_GUARD,
    '-show_streams',
    '-show_format',
    '-of',
    'json',
    inputName(audio, binaries),
  ];
  const { code, output } = await runTool(binaries.ffprobe, args, { signal, maxBytes: 1_000_000 });
  if (code !== 0) throw unreadable();
  return Number(Description.parse(JSON.parse(output.toString('utf8'))).format.duration) || 0;
}

const unreadable = (cause?: unknown) =>
  new DomainError(
    'no_video_stream',
    'A slide or the sound at the link cannot be read.',
    {},
    { cause },
  );
