import { partSizes } from '../../domain/upload-parts.ts';
import type { UploadRecord } from '../../domain/upload-record.ts';
import type { StoredPart } from '../ports/direct-store.ts';

/** The numbers of the parts that have not arrived whole. */
export function missingParts(
  { bytes, multipart }: Pick<UploadRecord, 'bytes' | 'multipart'>,
  arrived: readonly StoredPart[],
): number[] {
  if (!multipart || bytes === null) return [];
  const byNumber = new Map(arrived.map(({ number, size }) => [number, size]));
  return partSizes(bytes, multipart.part_size).flatMap((size, at) =>
    byNumber.get(at + 1) === size ? [] : [at + 1],
  );
}
