/**
 * Edits (insert, delete, replace a character) that turn one text into the other: Levenshtein's
 * distance.
 */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (const [i, letter] of [...from].entries()) {
    const next = [i + 1];
    for (let j = 0; j < to.length; j++) {
      const replaced = (row[j] ?? 0) + (letter === to[j] ? 0 : 1);
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

const LONGEST_NAME = 40;
const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/**
 * The known name that an unknown one was most likely meant to be, or undefined. `webhookUrl` is
 * near `webhook_url`.
 */
export function nearest(name: string, known: readonly string[]): string | undefined {
  const written = plain(name);
  if (written === '' || written.length > LONGEST_NAME) return undefined;
  const [best] = known
    .map((candidate) => ({ candidate, edits: editDistance(written, plain(candidate)) }))
    .filter(
      ({ candidate, edits }) => edits <= Math.ceil(Math.max(written.length, candidate.length) / 3),
    )
    .sort((a, b) => a.edits - b.edits);
  return best?.candidate;
}
