import type { Dice } from '../detectors/random.ts';

/** Seconds at which something is laid over a picture, and the labels its filters may use. */
export interface When {
  id: string;
  start: number;
  end: number;
  stays: boolean;
}

export const WORDS = [
  'BREAKING NEWS',
  'Chapter two',
  'Jane Smith',
  'Director',
  'www.example.com',
].concat(['Subscribe now', 'Paris, 1923', '- What did you say?', 'LIVE', 'Previously on the show']);
const INKS = ['white', 'white', 'white', 'yellow', 'black', 'red', 'cyan'];
const PAPERS = ['black@0.5', 'black', 'white', 'navy', 'darkred@0.8', 'green'];
const ink = (chance: Dice): string => chance.pick(INKS);

/** How much of it shows at each second, as an expression: at once, or over a third of a second. */
function alphaOf(chance: Dice, { start, end, stays }: When): string {
  const fade = (): number => chance.pick([0, 0, chance.between(0.2, 0.6)]);
  // What is there from the beginning does not come.
  const [rise, fall] = [start > 0 ? fade() : 0, stays ? 0 : fade()];
  const up = rise === 0 ? `gte(t\\,${start})` : `clip((t-${start})/${rise.toFixed(2)}\\,0\\,1)`;
  const down = fall === 0 ? `lt(t\\,${end})` : `clip((${end}-t)/${fall.toFixed(2)}\\,0\\,1)`;
  return `${up}*${down}`;
}

/** Writing, bare or on a box of its own. */
function writing(chance: Dice, when: When): string {
  const words = chance.pick(WORDS);
  const size = `min(h/${chance.pick([4, 6, 8, 11, 14, 18, 22])}\\,1.5*w/${words.length})`;
  const x = chance.pick(['(w-tw)/2', 'w*0.06', 'w*0.94-tw']);
  const y = chance.pick(['h*0.82', 'h*0.08', 'h*0.7', '(h-th)/2']);
  const paper = chance.chance(0.4)
    ? `:box=1:boxborderw=${chance.whole(4, 12)}:boxcolor=${chance.pick(PAPERS)}`
    : chance.pick(['', ':borderw=2']);
  const colour = paper.includes('white') ? 'black' : ink(chance);
  return `drawtext=text='${words}':fontsize='${size}':fontcolor=${colour}:x=${x}:y=${y}${paper}:alpha='${alphaOf(chance, when)}'`;
}

/** A lower third: a bar with one or two lines. */
function lowerThird(chance: Dice, { start, end }: When): string {
  const enable = `enable='between(t\\,${start}\\,${end - 0.001})'`;
  const [x, width] = chance.pick([
    ['0', 'iw'],
    ['iw*0.05', 'iw*0.5'],
    ['iw*0.3', 'iw*0.6'],
  ] as const);
  const y = chance.between(0.68, 0.8);
  const left = x === '0' ? 'w*0.05' : `${x.replace('iw', 'w')}+w*0.03`;
  const bar = `drawbox=x=${x}:y=ih*${y.toFixed(2)}:w=${width}:h=ih*0.15:t=fill:color=${chance.pick(PAPERS)}:${enable}`;
  const line = `drawtext=text='${chance.pick(WORDS)}':fontsize=h/16:fontcolor=${chance.pick(['white', 'yellow'])}:x=${left}:y=h*${(y + 0.04).toFixed(2)}:${enable}`;
  return `${bar},${line}`;
}

/** A logo or a small picture, still or alive. */
function inset(chance: Dice, when: When): string {
  const { id, start, end } = when;
  const side = chance.whole(50, 150);
  const size = `${2 * Math.round((side * chance.between(1, 1.8)) / 2)}x${side}`;
  const picture = chance.pick([
    `mandelbrot=s=${size}:end_scale=0.3`,
    `mandelbrot=s=${size}:end_scale=0.3`,
    `smptebars=s=${size}`,
    `testsrc2=s=${size}`,
    `color=c=${chance.pick(INKS)}:s=${size}`,
  ]);
  const still = chance.chance(0.7) ? ',trim=end_frame=1,loop=-1:1,setpts=N/25/TB' : '';
  const [rise, fall] = [chance.pick([0, 0.4]), when.stays ? 0 : chance.pick([0, 0.4])];
  const fades = [
    ...(rise > 0 ? [`fade=t=in:st=${start}:d=${rise}:alpha=1`] : []),
    ...(fall > 0 ? [`fade=t=out:st=${(end - fall).toFixed(3)}:d=${fall}:alpha=1`] : []),
  ];
  const place = chance.pick([
    'W*0.05:H*0.06',
    'W*0.95-w:H*0.06',
    'W*0.95-w:H*0.94-h',
    'W*0.3:H*0.3',
  ]);
  const small = `${picture}${still},format=yuva420p${fades.map((fade) => `,${fade}`).join('')}[s${id}]`;
  return `null[b${id}];${small};[b${id}][s${id}]overlay=${place}:enable='between(t\\,${start}\\,${end - 0.001})'`;
}

/** Filters that lay something over a picture, to be put behind those that draw it. */
export const layerFilters = (chance: Dice, when: When): string =>
  `,${chance.pick([writing, writing, writing, lowerThird, inset])(chance, when)}`;
