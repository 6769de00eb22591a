import { partSizes } from '../../domain/uploads/upload-parts.ts';
import type { UploadRecord } from '../../domain/uploads/upload-record.ts';
import type { StoredPart } from '../ports/uploads/direct-store.ts';

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
