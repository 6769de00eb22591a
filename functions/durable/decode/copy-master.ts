import type { z } from 'zod';
import type { Copied } from '../../../layers/app/decoding/decoder-answers.ts';
import { makeWorkingCopy } from '../../../layers/media/copy/working-copy.ts';
import type { Order } from '../../compose/durable/decode-order.ts';
import { putFile } from '../../compose/durable/put-file.ts';
import type { Means } from './means.ts';

/** The store takes no more in one. */
const MOST_PUT_BYTES = 5 * 1024 ** 3;

/** Makes a working copy and puts it where the order says. */
export async function copy(
  { source: { length: bytes }, probe, put }: Order & { kind: 'copy' },
  { binaries, folder, signal, opened }: Means,
): Promise<z.infer<typeof Copied>> {
  const made = await opened((input, reading) =>
    makeWorkingCopy(binaries, { input, bytes, probe }, folder, reading),
  );
  if ('why' in made) return { why: made.why };
  const { path, probe: found, sizeBytes } = made;
  if (sizeBytes > MOST_PUT_BYTES) return { why: 'a copy would have more than 5 GB' };
  await putFile(put, path, signal);
  return { copied: { probe: found, sizeBytes } };
}
