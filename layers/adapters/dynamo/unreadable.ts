import { ZodError } from 'zod';
import type { Row } from './keys.ts';

/** Is told of a row that is left out because it cannot be read. */
export type PassOver = (unreadable: Error) => void;

/** What rows hold, but for those that cannot be read; without `passOver` these are thrown. */
export const readable = <Item>(
  rows: readonly Row[],
  read: (row: Row) => Item,
  passOver: PassOver | undefined,
): Item[] =>
  rows.flatMap((row) => {
    try {
      return [read(row)];
    } catch (error) {
      const unreadable = unreadableRow(row, error);
      if (!passOver) throw unreadable;
      passOver(unreadable);
      return [];
    }
  });

/**
 * Says which row cannot be read, and which of its members are wrong: of several errors no causes are
 * logged.
 */
export function unreadableRow({ pk, sk }: Row, error: unknown): Error {
  const members = error instanceof ZodError ? error.issues.map(({ path }) => path.join('.')) : [];
  const words = [`the row ${sk} of ${pk} cannot be read`, ...members].join(' · ');
  return new Error(words, { cause: error });
}
