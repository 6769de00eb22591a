import { minutely } from './figures.ts';
import type { Rush } from './scenarios.ts';

const WIDTH = 860;
const LEFT = 60;
const RIGHT = 44;
const PANEL = 220;
const GAP = 70;
const TOP = 46;
const COLORS = ['#c2410c', '#1d4ed8', '#15803d', '#7c3aed'];
const GOAL_SECONDS = 5;

type Points = readonly (readonly [minute: number, value: number])[];

interface Panel {
  readonly title: string;
  readonly lines: Readonly<Record<string, Points>>;
  readonly marks: readonly number[];
  readonly minutes: number;
  /** Where a value stands, from 0 at the bottom to 1. */
  readonly height: (value: number) => number;
  readonly goal?: number;
}

const text = (x: number, y: number, words: string, more = '') =>
  `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" ${more}>${words}</text>`;

function panel({ title, lines, marks, minutes, height, goal }: Panel, top: number): string {
  const x = (minute: number) => LEFT + (minute / minutes) * (WIDTH - LEFT - RIGHT);
  const y = (value: number) => top + PANEL * (1 - height(value));
  const grid = marks.map(
    (mark) =>
      `<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(mark).toFixed(1)}" y2="${y(mark).toFixed(1)}" stroke="#e5e7eb"/>` +
      text(LEFT - 8, y(mark) + 4, String(mark), 'text-anchor="end"'),
  );
  const ticks = Array.from({ length: minutes / 20 + 1 }, (_, i) =>
    text(x(i * 20), top + PANEL + 18, `${i * 20} min`, 'text-anchor="middle"'),
  );
  const drawn = Object.entries(lines).map(([name, points], i) => {
    const path = points.map(([at, value]) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`);
    const color = COLORS[i % COLORS.length];
    const label = LEFT + 10 + i * 200;
    return (
      `<polyline points="${path.join(' ')}" fill="none" stroke="${color}" stroke-width="1.6"/>` +
      `<rect x="${label}" y="${top - 14}" width="10" height="10" fill="${color}"/>` +
      text(label + 15, top - 5, name)
    );
  });
  const aim =
    goal === undefined
      ? ''
      : `<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(goal).toFixed(1)}" y2="${y(goal).toFixed(1)}" stroke="#111827" stroke-dasharray="5 4"/>` +
        text(WIDTH - RIGHT, y(goal) - 4, `goal ${goal} s`, 'text-anchor="end"');
  return [text(LEFT, top - 24, title, 'font-weight="600"'), ...grid, ...ticks, aim, ...drawn].join(
    '\n',
  );
}

/** Short calls beside a thousand films, and what runs meanwhile, as SVG. */
export function picture(before: Rush, after: Rush): string {
  const minutes = 120;
  const short: Panel = {
    title:
      'Calls of 10 s beside 1,000 films of 3 h that come in the first minute: p95 of each minute, in seconds',
    lines: {
      'readers merge, 64 segments': minutely(before),
      'as it stands': minutely(after),
    },
    marks: [1, 10, 100, 1000],
    goal: GOAL_SECONDS,
    minutes,
    height: (value) => Math.log10(Math.max(0.5, value) / 0.5) / Math.log10(4000),
  };
  const names = Object.keys(after.running[0]?.[1] ?? {});
  const running: Panel = {
    title: 'What runs then, in instances, as it stands',
    lines: Object.fromEntries(
      names.map((name) => [
        name,
        after.running.map(([at, counts]): [number, number] => [at / 60, counts[name] ?? 0]),
      ]),
    ),
    marks: [0, 100, 200, 300, 400, 500],
    minutes,
    height: (value) => value / 520,
  };
  const second = TOP + PANEL + GAP;
  const bottom = second + PANEL + 34;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${bottom}" font-family="sans-serif" font-size="12" fill="#111827">`,
    '<title>Short calls beside a thousand films, and what runs meanwhile</title>',
    `<rect width="${WIDTH}" height="${bottom}" fill="#ffffff"/>`,
    panel(short, TOP),
    panel(running, second),
    '</svg>\n',
  ].join('\n');
}
