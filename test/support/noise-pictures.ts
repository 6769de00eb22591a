import fc from 'fast-check';

const { max, min } = Math;

/** Pictures from flat to all noise, at the ends of the range and in its middle. */
export const pictures = (cells: number, count: number) =>
  fc
    .array(fc.record({ seed: fc.nat(), middle: fc.nat(255), reach: fc.nat(255) }), {
      minLength: count,
      maxLength: count,
    })
    .map((kinds) => kinds.map((kind) => noise(cells, kind)));

function noise(cells: number, kind: { seed: number; middle: number; reach: number }): Uint8Array {
  let state = kind.seed | 1;
  return Uint8Array.from({ length: cells }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    const grey = kind.middle + (((state >>> 8) % (2 * kind.reach + 1)) - kind.reach);
    return max(0, min(255, grey));
  });
}
