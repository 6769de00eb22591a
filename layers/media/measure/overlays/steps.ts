import { at } from '../pictures/grey.ts';

const { abs } = Math;

/** From what each of some marks was without a thing to what it is with it, in grey levels. */
export interface Steps {
  readonly each: Int16Array;
  /** Sums of them, of their squares, and without their signs. */
  readonly sum: number;
  readonly squares: number;
  readonly apart: number;
  /** Sum of their products with what was there without it. */
  readonly start: number;
}

export function stepsOf(without: Uint8Array, withIt: Uint8Array): Steps {
  const each = new Int16Array(without.length);
  let [sum, squares, apart, start] = [0, 0, 0, 0];
  for (let k = 0; k < each.length; k++) {
    const step = at(withIt, k) - at(without, k);
    each[k] = step;
    sum += step;
    squares += step * step;
    apart += abs(step);
    start += step * at(without, k);
  }
  return { each, sum, squares, apart, start };
}

/** Least squares share of their steps that the marks of a picture have gone. */
export function shareIn(
  { marks, steps }: { readonly marks: Int16Array; readonly steps: Steps },
  picture: Uint8Array,
): number {
  let products = 0;
  for (let k = 0; k < marks.length; k++)
    products += at(picture, marks[k] as number) * (steps.each[k] as number);
  return (products - steps.start) / steps.squares;
}
