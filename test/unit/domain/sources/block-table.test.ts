import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { newSourceDigest, sha256 } from '../../../../layers/adapters/system/digest.ts';
import {
  BLOCK_BYTES,
  blockTableKey,
  parseBlockTable,
  tableBytes,
} from '../../../../layers/domain/sources/block-table.ts';

const SOURCE = Buffer.alloc(2.5 * BLOCK_BYTES, 'a source that is no repetition of blocks; ');

test('a table is the same however its bytes come in pieces', () => {
  const cuts = fc.array(fc.nat(SOURCE.length), { maxLength: 8 });
  const whole = newSourceDigest();
  whole.update(SOURCE);
  const table = whole.table();
  fc.assert(
    fc.property(cuts, (places) => {
      const digest = newSourceDigest();
      const sorted = [0, ...places.toSorted((a, b) => a - b), SOURCE.length];
      for (const [n, from] of sorted.entries()) digest.update(SOURCE.subarray(from, sorted[n + 1]));
      expect(Buffer.from(digest.table()).equals(table)).toBe(true);
    }),
    { numRuns: 20 },
  );
});

test.each([0, 1, BLOCK_BYTES - 1, BLOCK_BYTES, BLOCK_BYTES + 1, SOURCE.length])(
  'a table of %i bytes tells each block and the whole',
  (size) => {
    const bytes = SOURCE.subarray(0, size);
    const digest = newSourceDigest();
    digest.update(bytes);
    const table = digest.table();
    expect(table).toHaveLength(tableBytes(size));
    const crcs = Array.from({ length: Math.ceil(size / BLOCK_BYTES) }, (_, n) =>
      crc32(bytes.subarray(n * BLOCK_BYTES, (n + 1) * BLOCK_BYTES)),
    );
    expect(parseBlockTable(table, size, crc32)).toEqual({
      size,
      sha256: sha256(bytes.toString()),
      crcs: Uint32Array.from(crcs),
    });
  },
);

test('no changed byte of a table goes unnoticed', () => {
  const digest = newSourceDigest();
  digest.update(SOURCE);
  const table = digest.table();
  for (let at = 0; at < table.length; at += 1) {
    const changed = Buffer.from(table);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(parseBlockTable(changed, SOURCE.length, crc32)).toBeUndefined();
  }
  expect(parseBlockTable(table, SOURCE.length - 1, crc32)).toBeUndefined();
});

test('a table lies beside its source, under no name of an upload', () => {
  expect(blockTableKey('orgs/o/videos/v/upl_1.mp4')).toBe('orgs/o/videos/v/blocks-upl_1.mp4');
});
