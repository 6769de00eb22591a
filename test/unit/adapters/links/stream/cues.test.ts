import fc from 'fast-check';
import { cueIndex } from '../../../../../layers/adapters/links/stream/cues.ts';
import { ID } from '../../../../../layers/domain/links/ebml.ts';
import { element, uintElement } from '../../../../../layers/media/fetch/ebml-writing.ts';

const duration = (ticks: number) => {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(ticks);
  return element(ID.duration, bytes);
};
const info = element(ID.info, uintElement(ID.timestampScale, 1_000_000), duration(9_500));

const cue = (time: number, ...positions: readonly number[]) =>
  element(
    ID.cuePoint,
    uintElement(ID.cueTime, time),
    ...positions.map((at) => element(ID.cueTrackPositions, uintElement(ID.cueClusterPosition, at))),
  );

const cluster = element(ID.cluster, Buffer.alloc(1000));

/** A file of three clusters behind what is given, and where the first begins in its segment. */
function file(...before: readonly Buffer[]) {
  const start = before.reduce((sum, { length }) => sum + length, 0);
  const inner = Buffer.concat([...before, cluster, cluster, cluster]);
  const bytes = Buffer.concat([element(ID.ebml), element(ID.segment, inner)]);
  return { bytes, start, segment: bytes.length - inner.length };
}

/** A file with its cues in front. @param cues by where the first cluster begins in the segment */
function withCues(cues: (first: number) => readonly Buffer[], ...before: readonly Buffer[]) {
  const length = element(ID.cues, ...cues(0)).length;
  const first = [...before, { length }].reduce((sum, one) => sum + one.length, 0);
  return file(...before, element(ID.cues, ...cues(first)));
}
const every = (first: number) =>
  [0, 3_000, 6_500].map((time, n) => cue(time, first + n * cluster.length));

test('a piece is what lies from the cluster of one cue up to that of the next', () => {
  const { bytes, start, segment } = withCues(every, info);
  const at = (n: number) => segment + start + n * cluster.length;
  expect(cueIndex(bytes, undefined, bytes.length)).toEqual([
    { start: 0, end: 3, range: [at(0), at(1) - 1] },
    { start: 3, end: 6.5, range: [at(1), at(2) - 1] },
    { start: 6.5, end: 9.5, range: [at(2), bytes.length - 1] },
  ]);
});

test('a cluster that several cues or tracks name is one piece', () => {
  const { bytes } = withCues(
    (first) => [cue(0, first, first), cue(1_000, first), cue(3_000, first + cluster.length)],
    info,
  );
  const found = cueIndex(bytes, undefined, bytes.length);
  expect(found?.map(({ start, end }) => [start, end])).toEqual([
    [0, 3],
    [3, 9.5],
  ]);
});

test.each([
  ['leave out the first cluster', withCues((first) => every(first).slice(1), info)],
  ['have no length beside them', withCues(every)],
  ['lead past the end of the file', withCues((first) => [...every(first), cue(9_000, 1e9)], info)],
  ['go back in time', withCues((first) => [cue(5_000, first), cue(1, first + 1_005)], info)],
  ['are none', file(info)],
])('cues that %s are not believed', (_, { bytes }) => {
  expect(cueIndex(bytes, undefined, bytes.length)).toBeUndefined();
});

test('whatever a file is damaged to, its pieces lie in it, one behind the other', () => {
  const { bytes } = withCues(every, info);
  const damages = fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { maxLength: 6 });
  fc.assert(
    fc.property(damages, fc.nat(bytes.length), (changes, length) => {
      const damaged = Buffer.from(bytes);
      for (const [at, value] of changes) damaged[at] = value;
      const found = cueIndex(damaged.subarray(0, length), undefined, bytes.length) ?? [];
      let at = 0;
      for (const { start, end, range } of found) {
        expect(end).toBeGreaterThanOrEqual(start);
        expect(range[0]).toBeGreaterThanOrEqual(at);
        at = range[1] + 1;
      }
      expect(at).toBeLessThanOrEqual(bytes.length);
    }),
  );
});
