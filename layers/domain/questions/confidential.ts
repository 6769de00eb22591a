import { plainText } from './plain-text.ts';

/** So many letters and digits in a row are no coincidence: of a secret, and of running text. */
const SECRET_RUN = { length: 10, step: 1 };
const TEXT_RUN = { length: 32, step: 8 };

/** What a model is told for itself: a text of the answer that repeats it does not go out. */
export interface Confidential {
  readonly isToldIn: (text: string) => boolean;
}

/**
 * Knows the secrets and the instructions of a call again, also in parts, spaced out, in capitals or
 * backwards.
 */
export function confidential(secrets: readonly string[], instructions: string): Confidential {
  const told = secrets.flatMap((secret) => [secret, [...secret].reverse().join('')]);
  const runs = [
    ...told.flatMap((secret) => runsOf(lettersOf(secret), SECRET_RUN)),
    ...runsOf(lettersOf(instructions), TEXT_RUN),
  ];
  return {
    isToldIn(text) {
      const letters = lettersOf(text);
      return runs.some((run) => letters.includes(run));
    },
  };
}

const lettersOf = (text: string): string =>
  plainText(text)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

const runsOf = (
  letters: string,
  { length, step }: { readonly length: number; readonly step: number },
): string[] =>
  Array.from({ length: Math.floor(Math.max(0, letters.length - length) / step) + 1 }, (_, at) =>
    letters.slice(at * step, at * step + length),
  ).filter((run) => run.length === length);
