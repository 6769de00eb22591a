import { ZodError } from 'zod';
import type { Row } from './keys.ts';

/**
 * Says which row cannot be read, and which of its members are wrong: of several errors no causes are
 * logged.
 */
export function unreadableRow({ pk, sk }: Row, error: unknown): Error {
  const members = error instanceof ZodError ? error.issues.map(({ path }) => path.join('.')) : [];
  const words = [`the row ${sk} of ${pk} cannot be read`, ...members].join(' · ');
  return new Error(words, { cause: error });
}
