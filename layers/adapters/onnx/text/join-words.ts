import type { TurnedBox } from './sample.ts';

/** Words of one line stand this close, in heights of the line. */
const GAP = 0.9;
/** Share of the lower one's height that they have in common, and how alike they are in height. */
const OVERLAP = 0.6;
const ALIKE = 0.6;

/** Joins the boxes of upright words that stand beside each other in a line. */
export function joinWords(boxes: readonly TurnedBox[]): TurnedBox[] {
  const left = ({ centerX, width }: TurnedBox) => centerX - width / 2;
  const lines: TurnedBox[] = [];
  for (const box of [...boxes].sort((a, b) => left(a) - left(b))) {
    const at = lines.findIndex((line) => standBeside(line, box));
    const line = lines[at];
    if (line) lines[at] = around(line, box);
    else lines.push(box);
  }
  return lines;
}

function standBeside(line: TurnedBox, word: TurnedBox): boolean {
  if (line.angle !== 0 || word.angle !== 0) return false;
  const [lower, higher] = [Math.min(line.height, word.height), Math.max(line.height, word.height)];
  const common = (line.height + word.height) / 2 - Math.abs(line.centerY - word.centerY);
  const gap = word.centerX - word.width / 2 - (line.centerX + line.width / 2);
  return lower >= ALIKE * higher && common >= OVERLAP * lower && gap <= GAP * lower;
}

function around(a: TurnedBox, b: TurnedBox): TurnedBox {
  const x = [a, b].flatMap(({ centerX, width }) => [centerX - width / 2, centerX + width / 2]);
  const y = [a, b].flatMap(({ centerY, height }) => [centerY - height / 2, centerY + height / 2]);
  const [left, right, top, bottom] = [
    Math.min(...x),
    Math.max(...x),
    Math.min(...y),
    Math.max(...y),
  ];
  return {
    centerX: (left + right) / 2,
    centerY: (top + bottom) / 2,
    width: right - left,
    height: bottom - top,
    angle: 0,
  };
}
