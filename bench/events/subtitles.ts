import type { Dice } from '../detectors/random.ts';

const LINES = [
  'And now?',
  'Nobody told me',
  'that it was raining.',
  'We should have left yesterday.',
  '- Where is she?',
  '- I thought you knew.',
  'Wait.',
  'He never came back from the island',
  'Take the second road on the left',
  'Yes, of course.',
  'until the light had gone.',
  'How much do you want for it?',
];
const LOOKS = [
  'fontcolor=white:borderw=2',
  'fontcolor=white:borderw=2',
  'fontcolor=white:borderw=1',
  'fontcolor=yellow:borderw=2',
  'fontcolor=white:shadowx=2:shadowy=2',
  'fontcolor=white:box=1:boxborderw=6:boxcolor=black@0.6',
];
/** Frames without a line between two of them: mostly none, or the two that subtitlers leave. */
const GAPS = [0, 0, 0, 0, 2, 2, 4, 10];
const SHORTEST_SECONDS = 0.8;

/** A subtitle of one or two lines: the filters that draw it, and the frames that it is shown on. */
interface Subtitle {
  readonly filters: string;
  readonly from: number;
  readonly to: number;
}

/**
 * Subtitles of one look, one after the other in one place, from frame `from` on; the last one goes
 * before `to`.
 */
export function subtitles(
  chance: Dice,
  { from, to, fps }: { from: number; to: number; fps: number },
): Subtitle[] {
  const look = `${chance.pick(LOOKS)}:fontsize=h/${chance.pick([12, 14, 16, 18])}`;
  const bottom = chance.between(0.84, 0.94);
  const count = chance.whole(2, 4);
  const gaps = Array.from({ length: count - 1 }, () => chance.pick(GAPS));
  const shown = to - from - gaps.reduce((sum, gap) => sum + gap, 0);
  const least = Math.ceil(SHORTEST_SECONDS * fps);
  const words = chance.shuffle(LINES);
  let start = from;
  let left = shown;
  return Array.from({ length: count }, (_, i) => {
    const others = count - 1 - i;
    const mean = left / (others + 1);
    const length =
      others === 0 ? left : Math.max(least, Math.round(mean * chance.between(0.7, 1.3)));
    const lines = words.splice(0, chance.chance(0.3) ? 2 : 1);
    const subtitle = drawn(lines, { look, bottom, fps }, start, start + length);
    left -= length;
    start += length + (gaps[i] ?? 0);
    return subtitle;
  });
}

function drawn(
  lines: readonly string[],
  { look, bottom, fps }: { look: string; bottom: number; fps: number },
  from: number,
  to: number,
): Subtitle {
  // A hair earlier than its frame: rounded up, its time would be that of the one after.
  const [start, end] = [Math.max(0, from / fps - 0.002), to / fps - 0.003];
  const when = `enable='between(t\\,${start.toFixed(3)}\\,${end.toFixed(3)})'`;
  const filters = lines
    .map((line, i) => {
      const above = lines.length - 1 - i;
      const y = `h*${bottom.toFixed(3)}-lh*${(1 + 1.2 * above).toFixed(1)}`;
      return `,drawtext=text='${line}':${look}:x=(w-tw)/2:y=${y}:${when}`;
    })
    .join('');
  return { filters, from, to };
}
