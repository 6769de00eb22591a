import { beginning } from '../characters.ts';

/**
 * What nobody sees, or what turns the direction of the rest. Joiners are neither: Persian, Hindi and
 * emoji are written with them.
 */
const HIDDEN = /(?!\u200c|\u200d|\p{Cc})\p{C}/gu;
const VISIBLE = /[^\s\u200c\u200d]/;

/** A text as one line, `most` characters long at most; null where nothing of it can be seen. */
export function titleLine(text: string, most = 200): string | null {
  const line = text
    .replaceAll(HIDDEN, '')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return VISIBLE.test(line) ? beginning(line, most) : null;
}
