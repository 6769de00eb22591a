/** Words as they are compared: in lower case, without punctuation. */
export const plainWords = (text: string): string[] =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}' ]/gu, ' ')
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => (word === 'programme' ? 'program' : word));

export interface Comparison {
  /** Words inserted, left out and replaced: Levenshtein's distance over words. */
  readonly errors: number;
  /** Places of the words that were heard as they were said. */
  readonly same: readonly (readonly [said: number, heard: number])[];
}

/** Compares what was heard with what was said. */
export function compareWords(said: readonly string[], heard: readonly string[]): Comparison {
  const rows = [Array.from({ length: heard.length + 1 }, (_, at) => at)];
  const cost = (i: number, j: number) => rows[i]?.[j] ?? Number.POSITIVE_INFINITY;
  for (const [i, word] of said.entries()) {
    const row = [i + 1];
    for (const [j, other] of heard.entries()) {
      const replaced = cost(i, j) + (word === other ? 0 : 1);
      row.push(Math.min(replaced, cost(i, j + 1) + 1, (row[j] ?? 0) + 1));
    }
    rows.push(row);
  }
  const same: [number, number][] = [];
  for (let [i, j] = [said.length, heard.length]; i > 0 && j > 0; ) {
    const equal = said[i - 1] === heard[j - 1];
    if (cost(i, j) === cost(i - 1, j - 1) + (equal ? 0 : 1)) {
      [i, j] = [i - 1, j - 1];
      if (equal) same.unshift([i, j]);
    } else if (cost(i, j) === cost(i - 1, j) + 1) i--;
    else j--;
  }
  return { errors: cost(said.length, heard.length), same };
}
