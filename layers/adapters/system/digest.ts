import { createHash } from 'node:crypto';
import type { Digest, NewDigest } from '../../app/ports/digest.ts';

export const sha256: Digest = (text) => createHash('sha256').update(text).digest('hex');

export const newSha256: NewDigest = () => {
  const hash = createHash('sha256');
  return {
    update: (bytes) => {
      hash.update(bytes);
    },
    hex: () => hash.digest('hex'),
  };
};
