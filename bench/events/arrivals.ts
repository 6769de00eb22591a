import type { Dice } from '../detectors/random.ts';
import { WORDS } from '../overlays/layers.ts';

/** Seconds between which it is on screen. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/** Filters that lay a thing over a picture, from which it is all there until it begins to go. */
interface Arrival {
  readonly filters: string;
  readonly comes: number;
  readonly goes: number;
}

const LETTERS_A_SECOND = [12, 25] as const;
const FLIGHT_SECONDS = [0.2, 0.7] as const;
const INKS = ['white', 'white', 'yellow', 'black'];
const PAPERS = ['black@0.6', 'navy', 'white', 'darkred@0.8'];

const seconds = (value: number): string => value.toFixed(3);
const within = ({ start, end }: Span): string => `enable='between(t\\,${start}\\,${end - 0.001})'`;

/** Words whose letters come one after another, and go at once. */
function typed(chance: Dice, { start, end }: Span): Arrival {
  const words = chance.pick(WORDS);
  const each = 1 / chance.between(...LETTERS_A_SECOND);
  const place = chance.pick(['x=w*0.06:y=h*0.8', 'x=w*0.08:y=h*0.1', 'x=w*0.2:y=h*0.45']);
  const size = `min(h/${chance.pick([9, 12, 16])}\\,1.3*w/${words.length})`;
  const look = `fontsize='${size}':fontcolor=${chance.pick(INKS)}:borderw=2:${place}`;
  const letters = Array.from(words, (_, i) => {
    const last = i === words.length - 1;
    const span = { start: start + i * each, end: last ? end : start + (i + 1) * each };
    return `drawtext=text='${words.slice(0, i + 1)}':${look}:${within(span)}`;
  });
  const comes = start + (words.length - 1) * each;
  return { filters: `,${letters.join(',')}`, comes, goes: end };
}

/** A line of words on paper, or a small picture, that flies in, and flies out or goes at once. */
function flown(chance: Dice, { start, end }: Span): Arrival {
  const flight = chance.between(...FLIGHT_SECONDS);
  const back = chance.chance(0.5) ? flight : 0;
  const rise = `clip((t-${start})/${seconds(flight)}\\,0\\,1)`;
  const fall = back === 0 ? '1' : `clip((${end}-t)/${seconds(back)}\\,0\\,1)`;
  const there = `min(${rise}\\,${fall})`;
  const side = chance.pick(['left', 'right', 'bottom'] as const);
  const [left, top] = [chance.between(0.05, 0.4), chance.between(0.6, 0.78)];
  const placed = (width: string, height: string, own: string): { x: string; y: string } => {
    const [x, y] = [`${width}*${seconds(left)}`, `${height}*${seconds(top)}`];
    if (side === 'left') return { x: `'-${own}+(${own}+${x})*${there}'`, y };
    if (side === 'right') return { x: `'${width}-(${width}-${x})*${there}'`, y };
    return { x, y: `'${height}-(${height}-${y})*${there}'` };
  };
  const when = within({ start, end });
  const leaves = { comes: start + flight, goes: end - back };
  if (chance.chance(0.6)) {
    const { x, y } = placed('w', 'h', 'tw');
    const box = `box=1:boxborderw=${chance.whole(4, 10)}:boxcolor=${chance.pick(PAPERS)}`;
    const colour = box.includes('white') ? 'black' : 'white';
    const line = `drawtext=text='${chance.pick(WORDS)}':fontsize=h/${chance.pick([11, 14])}:fontcolor=${colour}`;
    return { filters: `,${line}:${box}:x=${x}:y=${y}:${when}`, ...leaves };
  }
  const { x, y } = placed('W', 'H', 'w');
  const size = `${2 * chance.whole(40, 80)}x${2 * chance.whole(20, 35)}`;
  const picture = `${chance.pick(['smptebars', 'testsrc2', 'mandelbrot'])}=s=${size}`;
  const still = `${picture},trim=end_frame=1,loop=-1:1,setpts=N/25/TB[flown]`;
  const filters = `,null[under];${still};[under][flown]overlay=x=${x}:y=${y}:${when}`;
  return { filters, ...leaves };
}

/** What comes bit by bit: letters that are typed, lines and pictures that fly in. */
export const arrivalOf = (chance: Dice, span: Span): Arrival =>
  chance.pick([typed, flown, flown])(chance, span);
