import { mendSegments } from '../../../../layers/media/segments/seams.ts';
import {
  type PicturesSegment,
  type SegmentPlan,
  segmentName,
} from '../../../../layers/media/segments/segment-plan.ts';
import type { PicturesRecord } from '../../../../layers/media/segments/segment-record.ts';

const FRAMES = 200;
const part = (from: number | null, to: number | null, first: number): PicturesSegment => ({
  kind: 'pictures',
  from,
  to,
  tiles: { first, count: 10 },
  readsText: false,
});
const PARTS: readonly SegmentPlan[] = [
  { kind: 'sound' },
  part(null, 200, 0),
  part(200, 400, 10),
  part(400, null, 20),
];

/** What a decode of a part gives whose frames last one tick each. */
function recordOf(segment: PicturesSegment, change: Partial<PicturesRecord> = {}): PicturesRecord {
  const first = segment.from ?? 0;
  const around = (cut: number | null) =>
    cut === null ? [] : [18, 19].map((at): [number, string] => [cut - 20 + at, `${cut}${at}`]);
  return {
    version: 5,
    segment,
    seek: first - 50,
    firstKey: first === 0 ? 0 : first - 40,
    pts: Array.from({ length: FRAMES }, (_, i) => first + i),
    keys: [0],
    faults: [],
    spoilt: [],
    torn: [],
    sizes: [],
    faultsBefore: 0,
    faultsBehind: 0,
    behind: [],
    framesAtTile: Array.from({ length: segment.tiles.count }, (_, i) => i * 20 + 2),
    small: FRAMES,
    text: [],
    head: around(segment.from),
    tail: around(segment.to),
    last: null,
    ...change,
  };
}

/** Records of the parts that have one by now; `changes` are those of the n-th part. */
const records = (
  parts: readonly SegmentPlan[],
  changes: Readonly<Record<number, Partial<PicturesRecord>>> = {},
) =>
  new Map(
    parts.flatMap((segment, i) =>
      segment.kind === 'pictures'
        ? [[segmentName(segment), recordOf(segment, changes[i])] as const]
        : [],
    ),
  );

test('cuts whose decodes agree hold', () => {
  expect(mendSegments(PARTS, records(PARTS))).toBe(PARTS);
});

test('what is not decoded yet is not judged', () => {
  expect(mendSegments(PARTS, records(PARTS.slice(0, 2)))).toBe(PARTS);
});

test.each<[string, Partial<PicturesRecord>, number]>([
  ['another picture before the cut', { head: [[198, 'else']] }, 2],
  ['no picture before the cut', { head: [] }, 2],
  ['a fault before its first frame', { faultsBefore: 1 }, 2],
  ['a fault near the end of the part before', { faults: [150] }, 1],
  ['a fault behind the part before', { faultsBehind: 1 }, 1],
])('with %s a part is read from where the one before began', (_, change, at) => {
  const mended = mendSegments(PARTS, records(PARTS, { [at]: change }));
  expect(mended).toEqual(PARTS.with(2, { ...part(200, 400, 10), seek: -50 }));
});

test('a fault far from the cut lets it hold', () => {
  expect(mendSegments(PARTS, records(PARTS, { 1: { faults: [20] } }))).toBe(PARTS);
});

test('where reading a part again does not help the next one, the rest is one part', () => {
  const again = PARTS.with(2, { ...part(200, 400, 10), seek: -50 });
  const mended = mendSegments(again, records(again, { 2: { seek: -50 }, 3: { head: [] } }));
  expect(mended).toEqual(again.with(3, { ...part(400, null, 20), seek: -50 }));
});

test('a part that ends too soon is the last one, and has all tiles that are left', () => {
  const mended = mendSegments(PARTS, records(PARTS, { 2: { small: 120 } }));
  expect(mended).toEqual([
    ...PARTS.slice(0, 2),
    { ...part(200, null, 10), tiles: { first: 10, count: 20 }, seek: 150 },
  ]);
});
