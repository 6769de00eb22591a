import { editDistance } from './edit-distance.ts';

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
