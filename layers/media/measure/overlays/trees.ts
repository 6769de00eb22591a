/**
 * Regression trees, one after the other in three lists. `what` of a node is the number of the value
 * that it asks for, or -1 at a leaf; `cut` is what that value is compared with, or what the leaf
 * adds; `next` is the node for values up to the cut, the one after it is for larger ones.
 */
export interface Trees {
  /** What the sum begins with. */
  readonly base: number;
  /** The first node of each tree. */
  readonly roots: readonly number[];
  readonly what: readonly number[];
  readonly cut: readonly number[];
  readonly next: readonly number[];
}

/** Sum of the leaves that the values lead to, one of each tree. */
export function sumOfTrees({ base, roots, what, cut, next }: Trees, values: Float64Array): number {
  let sum = base;
  for (const root of roots) {
    let node = root;
    for (let asked = what[node] as number; asked >= 0; asked = what[node] as number) {
      const larger = (values[asked] as number) > (cut[node] as number);
      node = (next[node] as number) + (larger ? 1 : 0);
    }
    sum += cut[node] as number;
  }
  return sum;
}
