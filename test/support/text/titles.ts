import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import type { YuvPicture } from '../../../layers/app/ports/sources/text-reader.ts';

/** A line of writing as it is drawn. */
export interface Title {
  readonly text: string;
  readonly font: string;
  /** Font size as a part of the picture's height. */
  readonly size: number;
  readonly colour: string;
  /** What sets it off from what is behind it, in drawtext's words. */
  readonly edge: string;
  /** Place of its left upper corner, as parts of the room that it leaves. */
  readonly at: readonly [number, number];
}

/** Six faces that differ in weight, width, slope and serifs. */
export const FONTS = [
  'DejaVuSans',
  'DejaVuSans-Bold',
  'DejaVuSerif',
  'DejaVuSerif-BoldItalic',
  'DejaVuSansMono-Bold',
  'DejaVuSansCondensed-Oblique',
];

/** The drawtext filter of a title; `when` is an ffmpeg expression of the frames that show it. */
export function drawTitle({ text, font, size, colour, edge, at }: Title, when: string): string {
  const file = resolve(`node_modules/dejavu-fonts-ttf/ttf/${font}.ttf`);
  const escaped = text.replace(/['\\:,;%[\]]/g, '');
  return (
    `drawtext=fontfile=${file}:text='${escaped}':expansion=none:fontsize=h*${size.toFixed(4)}:` +
    `fontcolor=${colour}:${edge}:x=(w-tw)*${at[0].toFixed(3)}:y=(h-th)*${at[1].toFixed(3)}:enable='${when}'`
  );
}

/** A moving ground with soft colours, edges and grain, as ffmpeg draws it without a file. */
export const ground = (width: number, height: number, rate: number): string =>
  `mandelbrot=s=${width / 4}x${height / 4}:r=${rate}:start_scale=0.8:end_scale=0.1:end_pts=400,` +
  `scale=${width}:${height}:flags=bilinear,hue=s=1.6,noise=alls=8:allf=t`;

/** Pictures of 1280 x 720 that show one title each. */
export async function titlePictures(titles: readonly Title[]): Promise<YuvPicture[]> {
  const [width, height] = [1280, 720];
  const drawn = titles.map((title, at) => drawTitle(title, `eq(n,${at})`));
  const filters = [...drawn, 'scale=out_range=full', 'format=yuv420p'].join(',');
  const { stdout } = await promisify(execFile)(
    'ffmpeg',
    [
      '-v',
      'error',
      '-f',
      'lavfi',
      '-i',
      `${ground(width, height, 5)},${filters}`,
      '-frames:v',
      String(titles.length),
      '-f',
      'rawvideo',
      '-',
    ],
    { encoding: 'buffer', maxBuffer: 2 ** 30 },
  );
  const bytes = (width * height * 3) / 2;
  return titles.map((_, at) => ({
    width,
    height,
    planes: stdout.subarray(at * bytes, (at + 1) * bytes),
  }));
}
