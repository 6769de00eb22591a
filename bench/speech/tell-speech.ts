import type { Clip } from './clips.ts';
import type { makeHear } from './measure-words.ts';
import { compareWords, plainWords } from './word-errors.ts';

const GOAL = 0.95;

/**
 * Prints whether speech is told from what is none, by kind of clip, and the words that are heard
 * wrongly there.
 */
export async function tellSpeech(
  hear: ReturnType<typeof makeHear>,
  clips: readonly Clip[],
): Promise<void> {
  const table = new Map<string, { clips: number; right: number; words: number; errors: number }>();
  const sums = { found: 0, missed: 0, invented: 0 };
  for (const { kind, file, text } of clips) {
    const { transcript } = await hear(file);
    const row = table.get(kind) ?? { clips: 0, right: 0, words: 0, errors: 0 };
    table.set(kind, row);
    const { is_speech } = transcript.speech;
    row.clips++;
    if (is_speech === (text !== null)) row.right++;
    if (is_speech && text === null) sums.invented++;
    if (!is_speech && text !== null) sums.missed++;
    if (is_speech && text !== null) {
      sums.found++;
      row.words += plainWords(text).length;
      row.errors += compareWords(plainWords(text), plainWords(transcript.text)).errors;
    }
  }
  const { found, missed, invented } = sums;
  const f1 = (2 * found) / (2 * found + missed + invented);
  const columns = ['n', 'right', 'word error'];
  console.log(`${'clips'.padEnd(24)}${columns.map((column) => column.padStart(12)).join('')}`);
  for (const [kind, row] of table) {
    const rate = row.words === 0 ? '' : (row.errors / row.words).toFixed(3);
    const cells = [String(row.clips), String(row.right), rate];
    console.log(`${kind.padEnd(24)}${cells.map((cell) => cell.padStart(12)).join('')}`);
  }
  const precision = (found / (found + invented)).toFixed(3);
  const recall = (found / (found + missed)).toFixed(3);
  console.log(
    `speech: precision ${precision}, recall ${recall}, F1 ${f1.toFixed(3)} (goal ${GOAL})`,
  );
}
