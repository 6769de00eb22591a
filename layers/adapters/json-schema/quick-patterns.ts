import vm from 'node:vm';

/** A pattern that has not judged a text of some dozen letters by then never will. */
const TIMEOUT_MS = 500;
/** Twice as many steps for each letter make a thousand million. */
const REPEATED = 32;
const CLASSES: Readonly<Record<string, string>> = { w: 'a', d: '1', s: ' ', '.': 'a', '[': 'a1 ' };

/**
 * Whether a pattern, which runs as one of ECMAScript, judges texts that repeat what it speaks of in
 * no time. Not every pattern that backtracks is found: those that are not end by the time that a
 * judgement may take.
 */
export function isQuick(pattern: string): boolean {
  const expression = new RegExp(pattern, 'u');
  const spoken = pattern.replaceAll(/[\\^$.*+?()[\]{}|]/g, '');
  const samples = Object.entries(CLASSES).flatMap(([mark, letters]) =>
    pattern.includes(mark) ? [...letters] : [],
  );
  const letters = [...new Set([...spoken, ...samples])].slice(0, MOST_LETTERS);
  const texts = letters.flatMap((letter) =>
    ['', ...beginningsOf(pattern)].map((before) => `${before}${letter.repeat(REPEATED)}\u0000`),
  );
  const judge = () => {
    for (const text of texts) expression.test(text);
  };
  try {
    vm.runInNewContext('judge()', { judge }, { timeout: TIMEOUT_MS });
    return true;
  } catch {
    return false;
  }
}

const MOST_LETTERS = 24;

/** What a text may have to begin with. */
const beginningsOf = (pattern: string): string[] => {
  const [, word] = /^\^?([\p{L}\p{N} _:/-]+)/u.exec(pattern) ?? [];
  return word === undefined ? [] : [word];
};
