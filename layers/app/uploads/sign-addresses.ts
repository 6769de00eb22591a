import type { FreshAddresses } from '../../domain/uploads/upload.ts';
import { partSizes } from '../../domain/uploads/upload-parts.ts';
import type { UploadRecord } from '../../domain/uploads/upload-record.ts';
import type { Clock } from '../ports/clock.ts';
import type { DirectStore } from '../ports/uploads/direct-store.ts';
import { endOfUpload } from './reserve-upload.ts';

/** Long enough for the largest file on a slow line. */
const ADDRESS_SECONDS = 6 * 3600;

/**
 * Signs the addresses to which the bytes of an upload are sent.
 * @param wanted numbers of parts; all of them unless given
 */
export async function signAddresses(
  { direct, now }: { readonly direct: DirectStore; readonly now: Clock },
  upload: UploadRecord,
  wanted?: readonly number[],
): Promise<FreshAddresses> {
  const { source_key: key, content_type: contentType, bytes, multipart } = upload;
  const asked = await direct.addressSeconds(ADDRESS_SECONDS);
  // A signature counts from the whole second in which it is made.
  const signedAt = wholeSeconds(now());
  // What is sent to an upload that was given up would be thrown away.
  const seconds = Math.min(asked, wholeSeconds(endOfUpload(upload)) - signedAt);
  const expires_at = new Date((signedAt + seconds) * 1000).toISOString();
  if (!multipart || bytes === null) {
    const { url, headers } = await direct.signPut(key, { contentType, bytes }, seconds);
    return { expires_at, put: { method: 'PUT', url, headers: { ...headers } } };
  }
  const { id, part_size } = multipart;
  const sizes = partSizes(bytes, part_size);
  const parts = await Promise.all(
    (wanted ?? sizes.map((_, at) => at + 1)).map(async (number) => {
      const part = { id, number, bytes: sizes[number - 1] ?? 0 };
      const url = await direct.signPart(key, part, seconds);
      return { part_number: number, method: 'PUT' as const, url };
    }),
  );
  return { expires_at, multipart: { part_size, parts } };
}

const wholeSeconds = (time: Date): number => Math.floor(time.getTime() / 1000);
