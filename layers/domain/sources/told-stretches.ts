import { rounded } from '../stretches.ts';
import type { Window } from '../window.ts';

/** Stretches that are named one by one in a note. */
const NAMED = 8;

/** `3.2-4.8 s and 7-9.5 s`. */
export const named = (stretches: readonly Window[]): string =>
  listed(rounded(stretches).map(([start, end]) => `${start}-${end} s`));

/** The first ones, and how many more there are. */
export function listed(texts: readonly string[]): string {
  const shown = texts.slice(0, NAMED);
  const more = texts.length - shown.length;
  const last = more > 0 ? `${more} more` : shown.pop();
  return shown.length > 0 ? `${shown.join(', ')} and ${last}` : `${last}`;
}
