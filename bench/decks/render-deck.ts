import { spawn } from 'node:child_process';
import { once } from 'node:events';
import sharp from 'sharp';
import type { Deck } from './decks.ts';
import { HEIGHT, WIDTH } from './slides.ts';

const FACE = { width: 128, height: 96, left: 502, top: 10 };
const POINTER = { width: 11, height: 15 };

const rgbOf = (svg: string): Promise<Buffer> => {
  const whole = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">${svg}</svg>`;
  return sharp(Buffer.from(whole)).removeAlpha().raw().toBuffer();
};

/** Waves in a small picture that is never still: as lively as a speaker's face. */
function drawFace(rgb: Buffer, frame: number): void {
  const { width, height, left, top } = FACE;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const sway = Math.sin(x / 9 + frame / 4) * Math.cos(y / 11 - frame / 6);
      const at = ((top + y) * WIDTH + left + x) * 3;
      rgb.fill(Math.round(120 + 70 * sway), at, at + 3);
    }
  }
}

function drawPointer(rgb: Buffer, second: number): void {
  if (Math.sin(second * 0.31) <= 0) return;
  const left = Math.round(WIDTH * (0.5 + 0.3 * Math.sin(second * 0.7)));
  const top = Math.round(HEIGHT * (0.5 + 0.28 * Math.cos(second * 0.9)));
  for (let y = 0; y < POINTER.height; y++) {
    const from = ((top + y) * WIDTH + left) * 3;
    rgb.fill(20, from, from + 3 * Math.ceil(POINTER.width * (1 - y / POINTER.height)));
  }
}

/** Encodes a deck. */
export async function renderDeck(deck: Deck, file: string): Promise<void> {
  const input = ['-f', 'rawvideo', '-pix_fmt', 'rgb24', '-s', `${WIDTH}x${HEIGHT}`];
  const args = ['-v', 'error', '-y', ...input, '-r', String(deck.fps), '-i', 'pipe:0'];
  const coded = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', String(deck.crf)];
  const ffmpeg = spawn('ffmpeg', [...args, ...coded, '-pix_fmt', 'yuv420p', file], {
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  const ended = once(ffmpeg, 'close');
  let before: Buffer | undefined;
  for (const [i, { svg, from, fading }] of deck.states.entries()) {
    const to = deck.states[i + 1]?.from ?? deck.frames;
    const whole = await rgbOf(svg);
    for (let frame = from; frame < to; frame++) {
      const share = Math.min(1, (frame - from + 1) / (fading + 1));
      const old = before;
      const rgb =
        old && share < 1
          ? Buffer.from(whole.map((value, k) => share * value + (1 - share) * (old[k] as number)))
          : Buffer.from(whole);
      if (deck.face) drawFace(rgb, frame);
      if (deck.pointer) drawPointer(rgb, frame / deck.fps);
      if (!ffmpeg.stdin.write(rgb)) await once(ffmpeg.stdin, 'drain');
    }
    before = whole;
  }
  ffmpeg.stdin.end();
  const [code] = await ended;
  if (code !== 0) throw new Error(`ffmpeg ended with ${code} on ${file}`);
}
