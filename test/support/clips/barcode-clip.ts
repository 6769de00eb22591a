import { spawn } from 'node:child_process';
import { once } from 'node:events';
import packaged from '@ffmpeg-installer/ffmpeg';

/** Bits of a frame number; drawn as blocks in the lower half of the picture, two rows of eight. */
const BITS = 16;
const COLUMNS = 8;

export interface ClipOptions {
  readonly frames: number;
  readonly rate: string;
  readonly size?: readonly [width: number, height: number];
  /** Filters on the way to the encoder, for example to drop frames. */
  readonly filters?: string;
  /** Further inputs, after the pictures. */
  readonly inputs?: readonly string[];
  /** Encoder, container and file, as ffmpeg takes them. */
  readonly output: readonly string[];
}

/** Makes a video each of whose frames carries its number in blocks that survive any codec. */
export async function barcodeClip({
  frames,
  rate,
  size = [160, 90],
  filters = 'null',
  inputs = [],
  output,
}: ClipOptions): Promise<void> {
  const [width, height] = size;
  const args = [
    '-v',
    'error',
    '-y',
    '-f',
    'rawvideo',
    '-pix_fmt',
    'gray',
    '-s',
    `${width}x${height}`,
    '-r',
    rate,
    '-i',
    'pipe:0',
    ...inputs,
    '-vf',
    filters,
    '-vsync',
    'passthrough',
    ...output,
  ];
  const encoder = spawn(packaged.path, args, { stdio: ['pipe', 'ignore', 'pipe'] });
  let complaints = '';
  encoder.stderr.on('data', (text) => (complaints += text));
  const closed = once(encoder, 'close');
  // An encoder that ends early is told by its exit code, not by the pipe it broke.
  encoder.stdin.on('error', () => {});
  for (let i = 0; i < frames; i++) {
    if (!encoder.stdin.write(drawNumber(i, width, height))) {
      await Promise.race([once(encoder.stdin, 'drain'), closed]);
    }
  }
  encoder.stdin.end();
  const [code] = await closed;
  if (code !== 0) throw new Error(`ffmpeg could not make the clip: ${complaints}`);
}

function drawNumber(number: number, width: number, height: number): Buffer {
  const pixels = Buffer.allocUnsafe(width * height);
  // The upper half moves from frame to frame, so that codecs have something to predict.
  const bar = (number * 7) % width;
  const moving = Buffer.alloc(width, 90).fill(170, bar, Math.min(width, bar + 24));
  const blocks = Array.from({ length: BITS / COLUMNS }, (_, row) =>
    Buffer.from(
      Array.from({ length: width }, (_, x) => {
        const bit = Math.floor((x / width) * COLUMNS) + COLUMNS * row;
        return (number >> bit) & 1 ? 225 : 25;
      }),
    ),
  );
  for (let y = 0; y < height; y++) {
    const row = Math.floor((y / height - 0.5) * 2 * blocks.length);
    (blocks[row] ?? moving).copy(pixels, y * width);
  }
  return pixels;
}

/** Reads the number back from a grey picture, from the middles of its blocks. */
export function readNumber(grey: Uint8Array, width: number, height: number): number {
  let number = 0;
  for (let bit = 0; bit < BITS; bit++) {
    const x = Math.floor((((bit % COLUMNS) + 0.5) / COLUMNS) * width);
    const y = Math.floor((0.5 + (Math.floor(bit / COLUMNS) + 0.5) / 2 / (BITS / COLUMNS)) * height);
    if ((grey[y * width + x] ?? 0) > 125) number |= 1 << bit;
  }
  return number;
}
