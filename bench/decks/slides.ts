import type { Dice } from '../detectors/random.ts';

export const WIDTH = 640;
export const HEIGHT = 360;

const WORDS =
  'revenue growth market customers quarterly plan model data pipeline throughput latency budget hiring roadmap design review launch target north region sales churn retention cohort margin cost cloud storage network security audit privacy schema index query cache queue worker event stream batch'.split(
    ' ',
  );

/** What stays on every slide of a deck. */
export interface Theme {
  readonly ground: string;
  /** What `ground` names, where it is no colour. */
  readonly slope?: string;
  readonly ink: string;
  readonly accent: string;
  readonly frame: string;
}

const bar = (y: number, height: number, fill: string): string =>
  `<rect y="${y}" width="${WIDTH}" height="${height}" fill="${fill}"/>`;
const mark = (fill: string): string => `<circle cx="610" cy="335" r="13" fill="${fill}"/>`;

export const THEMES: readonly Theme[] = [
  { ground: '#ffffff', ink: '#222222', accent: '#1a73e8', frame: mark('#1a73e8') },
  { ground: '#f5f2e8', ink: '#333333', accent: '#b5422c', frame: bar(0, 9, '#b5422c') },
  { ground: '#1e1e2e', ink: '#e8e8f0', accent: '#f5a97f', frame: mark('#f5a97f') },
  { ground: '#0b3d63', ink: '#ffffff', accent: '#ffd23f', frame: bar(340, 20, '#ffd23f') },
];

const slope = (kind: string, from: string, to: string, ends: string): string =>
  `<defs><${kind} id="slope" ${ends}><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></${kind}></defs>`;
const down = (from: string, to: string) => slope('linearGradient', from, to, 'x2="0" y2="1"');
const across = (from: string, to: string) => slope('linearGradient', from, to, 'x2="1" y2="1"');
const round = (from: string, to: string) => slope('radialGradient', from, to, '');

/** Themes whose ground goes over from one colour to another one. */
export const SLOPED_THEMES: readonly Theme[] = [
  { ink: '#ffffff', accent: '#ffd23f', slope: down('#0b3d63', '#1a7ab8'), frame: mark('#ffd23f') },
  {
    ink: '#222222',
    accent: '#1a5fb4',
    slope: across('#ffffff', '#c8d4e8'),
    frame: bar(0, 9, '#1a5fb4'),
  },
  { ink: '#ffffff', accent: '#f5a97f', slope: round('#3a3f5c', '#14162a'), frame: mark('#f5a97f') },
  { ink: '#ffffff', accent: '#ffd23f', slope: across('#5b2a86', '#1c1040'), frame: '' },
  {
    ink: '#333333',
    accent: '#b5422c',
    slope: down('#f7f3e8', '#d9c9a3'),
    frame: bar(340, 20, '#b5422c'),
  },
].map((theme) => ({ ...theme, ground: 'url(#slope)' }));

export const words = (chance: Dice, least: number, most: number): string =>
  Array.from({ length: chance.whole(least, most) }, () => chance.pick(WORDS)).join(' ');

export function text(
  words: string,
  { x, y, size, fill }: { x: number; y: number; size: number; fill: string },
): string {
  return `<text x="${x}" y="${y}" font-size="${size}" fill="${fill}" font-family="DejaVu Sans">${words}</text>`;
}

/** A part of a slide that may come after the rest, and where it lies. */
export interface Part {
  readonly svg: string;
  readonly region: [number, number, number, number];
}

export interface Slide {
  readonly heading: string;
  readonly parts: readonly Part[];
}

function chart(chance: Dice, { ink, accent }: Theme): string {
  const columns = Array.from({ length: chance.whole(4, 8) }, (_, i) => {
    const height = chance.whole(30, 190);
    const fill = chance.pick([accent, '#888888', '#4caf50']);
    return `<rect x="${75 + i * 60}" y="${300 - height}" width="35" height="${height}" fill="${fill}"/>`;
  });
  return `${columns.join('')}<path d="M60 300H575M60 100V300" stroke="${ink}" stroke-width="2"/>`;
}

const picture = (chance: Dice): string =>
  Array.from({ length: 30 }, () => {
    const [x, y] = [chance.whole(100, 540), chance.whole(90, 310)];
    const [wide, high] = [chance.whole(10, 60), chance.whole(10, 45)];
    const fill = `hsl(${chance.whole(0, 359)} ${chance.whole(30, 90)}% ${chance.whole(20, 80)}%)`;
    return `<ellipse cx="${x}" cy="${y}" rx="${wide}" ry="${high}" fill="${fill}"/>`;
  }).join('');

/** The points of a list, a chart, a picture, or the name of a section alone. */
export function drawSlide(chance: Dice, theme: Theme): Slide {
  const kind = chance.pick(['points', 'points', 'points', 'chart', 'picture', 'section']);
  if (kind === 'section') {
    const look = { x: 200, y: 190, size: 36, fill: theme.accent };
    return { heading: text(words(chance, 1, 2), look), parts: [] };
  }
  const look = { x: 35, y: 50, size: chance.whole(20, 27), fill: theme.accent };
  const heading = text(words(chance, 2, 4), look);
  if (kind !== 'points') {
    const svg = kind === 'chart' ? chart(chance, theme) : picture(chance);
    return { heading, parts: [{ svg, region: [0.09, 0.25, 0.9, 0.87] }] };
  }
  const size = chance.whole(13, 17);
  const parts = Array.from({ length: chance.whole(2, 5) }, (_, i): Part => {
    const y = 95 + i * 45;
    const line = `• ${words(chance, 3, 7)}`;
    const right = Math.min(1, (45 + line.length * size * 0.6) / WIDTH);
    const svg = text(line, { x: 45, y, size, fill: theme.ink });
    return { svg, region: [0.07, (y - size) / HEIGHT, right, (y + 4) / HEIGHT] };
  });
  return { heading, parts };
}

/** All of a slide whose first `parts` parts are there. */
export const slideSvg = (theme: Theme, slide: Slide, page: number, parts: number): string =>
  groundSvg(theme) +
  text(String(page), { x: 20, y: 352, size: 9, fill: theme.ink }) +
  slide.heading +
  slide.parts
    .slice(0, parts)
    .map(({ svg }) => svg)
    .join('');

export const groundSvg = ({ ground, slope = '', frame }: Theme): string =>
  `${slope}<rect width="${WIDTH}" height="${HEIGHT}" fill="${ground}"/>${frame}`;
