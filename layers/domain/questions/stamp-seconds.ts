import { clockSeconds } from '../timestamp.ts';

/** Seconds of a stamp as a model copies it: `12.40s`, `12,4`, `0:12.4`; NaN of any other text. */
export function stampSeconds(text: string): number {
  const [, told] = /^\s*(-?[\d:]+(?:[.,]\d+)?)\s*s?\s*$/i.exec(text) ?? [];
  if (told === undefined) return Number.NaN;
  const plain = told.replace(',', '.');
  return clockSeconds(plain) ?? Number(plain);
}
