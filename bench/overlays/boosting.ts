import type { Trees } from '../../layers/media/measure/overlays/trees.ts';
import { sumOfTrees } from '../../layers/media/measure/overlays/trees.ts';
import type { Dice } from '../detectors/random.ts';
import { logistic } from './logistic.ts';

export interface Boosting {
  readonly trees: number;
  /** Questions from the root of a tree to a leaf. */
  readonly depth: number;
  /** Share of each step that is taken. */
  readonly rate: number;
  /** Examples that a leaf holds at least, and the penalty on its square. */
  readonly least: number;
  readonly ridge: number;
  /** Chance of a clip, and of a value, to be asked by a tree. */
  readonly share: number;
}

/** What trees are fitted on: values, whether they are those of an overlay, and the clip they are of. */
export interface Row {
  readonly values: Float64Array;
  readonly right: boolean;
  readonly clip: string;
}

/** Quantiles at which a value may be cut: of all examples, and of the right ones alone. */
const QUANTILES = 16;

interface Split {
  gain: number;
  value: number;
  bin: number;
}

/**
 * Gradient boosting of trees by the log loss, with second derivatives (Friedman 2001; Chen and
 * Guestrin 2016). The values are sorted into bins once, and each split is looked for among those.
 * Each tree sees some of the clips and some of the values (Friedman 2002): the many looks at one
 * thing are alike, and what holds for them all need not hold for another one.
 */
export function fitTrees(
  examples: readonly Row[],
  { trees, depth, rate, least, ridge, share }: Boosting,
  chance: Dice,
): Trees {
  const rows = examples.map(({ values }) => values);
  const right = examples.map((example) => example.right);
  const clips = new Set(examples.map(({ clip }) => clip));
  const n = rows.length;
  const values = rows[0]?.length ?? 0;
  const cuts = Array.from({ length: values }, (_, value) => cutsOf(rows, right, value));
  const bins = rows.map((row) =>
    Uint8Array.from(row, (x, value) => binOf(x, cuts[value] as number[])),
  );
  let asked: boolean[] = [];
  const positive = right.filter(Boolean).length / n;
  const base = Math.log(positive / (1 - positive));
  const odds = new Float64Array(n).fill(base);
  const gradient = new Float64Array(n);
  const curvature = new Float64Array(n);
  const model = { base: rounded(base), roots: [], what: [], cut: [], next: [] } as {
    [list in keyof Trees]: list extends 'base' ? number : number[];
  };

  const sums = (some: Int32Array): [number, number] => {
    let [g, h] = [0, 0];
    for (const i of some) {
      g += gradient[i] as number;
      h += curvature[i] as number;
    }
    return [g, h];
  };
  const bestSplit = (some: Int32Array): Split => {
    const [g, h] = sums(some);
    const best: Split = { gain: 1e-6, value: -1, bin: 0 };
    for (let value = 0; value < values; value++) {
      if (!asked[value]) continue;
      const count = new Float64Array(256);
      const gs = new Float64Array(256);
      const hs = new Float64Array(256);
      for (const i of some) {
        const bin = bins[i]?.[value] as number;
        count[bin] = (count[bin] as number) + 1;
        gs[bin] = (gs[bin] as number) + (gradient[i] as number);
        hs[bin] = (hs[bin] as number) + (curvature[i] as number);
      }
      let [seen, gLeft, hLeft] = [0, 0, 0];
      for (let bin = 0; bin < (cuts[value] as number[]).length; bin++) {
        seen += count[bin] as number;
        gLeft += gs[bin] as number;
        hLeft += hs[bin] as number;
        if (seen < least || some.length - seen < least) continue;
        const apart = gLeft ** 2 / (hLeft + ridge) + (g - gLeft) ** 2 / (h - hLeft + ridge);
        const gain = apart - g ** 2 / (h + ridge);
        if (gain > best.gain) Object.assign(best, { gain, value, bin });
      }
    }
    return best;
  };
  const grow = (node: number, some: Int32Array, left: number): void => {
    const split = left > 0 && some.length >= 2 * least ? bestSplit(some) : undefined;
    if (!split || split.value < 0) {
      const [g, h] = sums(some);
      const adds = rounded((rate * g) / (h + ridge));
      [model.what[node], model.cut[node], model.next[node]] = [-1, adds, 0];
      return;
    }
    const { value, bin } = split;
    const next = model.what.push(-1, -1) - 2;
    model.what[node] = value;
    model.cut[node] = cuts[value]?.[bin] as number;
    model.next[node] = next;
    const small = (i: number): boolean => (bins[i]?.[value] as number) <= bin;
    grow(next, some.filter(small), left - 1);
    grow(
      next + 1,
      some.filter((i) => !small(i)),
      left - 1,
    );
  };
  for (let tree = 0; tree < trees; tree++) {
    for (let i = 0; i < n; i++) {
      const likely = logistic(odds[i] as number);
      gradient[i] = (right[i] ? 1 : 0) - likely;
      curvature[i] = likely * (1 - likely);
    }
    const root = model.what.push(-1) - 1;
    model.roots.push(root);
    asked = Array.from({ length: values }, () => chance.chance(share));
    const seen = new Set([...clips].filter(() => chance.chance(share)));
    const all = Int32Array.from({ length: n }, (_, i) => i);
    grow(
      root,
      all.filter((i) => seen.has(examples[i]?.clip as string)),
      depth,
    );
    const { what, cut, next } = model;
    const grown = { base: 0, roots: [root], what, cut, next };
    rows.forEach((row, i) => {
      odds[i] = (odds[i] as number) + sumOfTrees(grown, row);
    });
  }
  return model;
}

function cutsOf(rows: readonly Float64Array[], right: readonly boolean[], value: number): number[] {
  const all = rows.map((row) => row[value] as number).sort((a, b) => a - b);
  const among = rows
    .filter((_, i) => right[i])
    .map((row) => row[value] as number)
    .sort((a, b) => a - b);
  const cuts = new Set<number>();
  for (let k = 1; k < QUANTILES; k++) {
    for (const list of [all, among]) {
      cuts.add(rounded(list[Math.floor((k * list.length) / QUANTILES)] as number));
    }
  }
  return [...cuts].sort((a, b) => a - b);
}

function binOf(x: number, cuts: readonly number[]): number {
  let bin = 0;
  while (bin < cuts.length && x > (cuts[bin] as number)) bin++;
  return bin;
}

const rounded = (value: number): number => Number(value.toPrecision(4));
