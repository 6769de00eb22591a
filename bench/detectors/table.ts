import type { Scores } from './score.ts';

/** Goals of F1: cuts, and every other event. */
const GOALS = { cuts: 0.98, other: 0.9 };

/**
 * One line for each event: how many there are, precision, recall, F1 and whether the goal is met.
 */
export function table(scores: Scores, goals = GOALS): string {
  const rows = Object.entries(scores).map(([name, { real, found, said, right }]) => {
    const precision = said === 0 ? 1 : right / said;
    const recall = real === 0 ? 1 : found / real;
    const sum = precision + recall;
    const f1 = sum === 0 ? 0 : (2 * precision * recall) / sum;
    const ours = !name.includes('(');
    const goal = name === 'cuts' ? goals.cuts : goals.other;
    const verdict = ours ? (f1 >= goal ? 'met' : `short of ${goal}`) : '';
    const cells = [String(real), precision.toFixed(3), recall.toFixed(3), f1.toFixed(3)];
    return `${name.padEnd(70)}${cells.map((cell) => cell.padStart(8)).join('')}  ${verdict}`;
  });
  const head = ['real', 'P', 'R', 'F1'].map((cell) => cell.padStart(8)).join('');
  return [`${'event'.padEnd(70)}${head}`, ...rows].join('\n');
}
