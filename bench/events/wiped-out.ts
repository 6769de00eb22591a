import { ffmpegBytes } from '../detectors/sources.ts';
import type { Stretch } from '../detectors/truth.ts';

/** Part of the pixels below which a frame changed nothing: three macroblocks in 300. */
const HARDLY_ANY = 0.01;
/** Part of the frames of a stretch that changed nothing, and the seconds that it lasts. */
const MOST = 0.75;
const SHORTEST_SECONDS = 1;

/** Part of the luma pixels in which each frame of a file differs from the one before it, at full size. */
function changesIn(file: string): number[] {
  const sides = ['-select_streams', 'v:0', '-show_entries', 'stream=width,height'];
  const size = ffmpegBytes([...sides, '-of', 'csv=p=0', file], 'ffprobe').toString();
  const [width = 0, height = 0] = size.split(',').map(Number);
  const bytes = ffmpegBytes(
    ['-i', file, '-map', '0:v:0', '-vsync', '0', '-vf', 'extractplanes=y'].concat([
      '-f',
      'rawvideo',
      '-',
    ]),
  );
  const pixels = width * height;
  return Array.from({ length: Math.floor(bytes.length / pixels) }, (_, frame) => {
    if (frame === 0) return 1;
    const now = frame * pixels;
    let changed = 0;
    for (let i = now; i < now + pixels; i++) if (bytes[i] !== bytes[i - pixels]) changed++;
    return changed / pixels;
  });
}

/**
 * Stretches of a file in which nothing lives any more, whatever was drawn there: an encoder that is
 * short of bits skips a photograph's grain, and each of its frames is a copy. Such frames are those
 * of a freeze, so that to say freeze of them is neither right nor wrong.
 */
export function wipedOut(file: string, fps: number): Stretch[] {
  const changes = changesIn(file);
  const long = Math.ceil(SHORTEST_SECONDS * fps);
  const still = changes.map((change) => (change < HARDLY_ANY ? 1 : 0));
  const stretches: Stretch[] = [];
  let sum = 0;
  for (let frame = 0; frame < still.length; frame++) {
    sum += (still[frame] as number) - (still[frame - long] ?? 0);
    if (frame < long - 1 || sum < MOST * long) continue;
    const from = frame - long + 1;
    const last = stretches.at(-1);
    if (last && from <= last.to) last.to = frame + 1;
    else stretches.push({ from, to: frame + 1 });
  }
  return stretches;
}
