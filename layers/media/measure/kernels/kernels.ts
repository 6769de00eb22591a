import { KERNELS } from './kernels-code.ts';

/** What kernels.as exports; the upper-case ones are addresses in its memory. */
interface Kernels extends Record<Place, { readonly value: number }> {
  readonly memory: { readonly buffer: ArrayBuffer };
  readonly stirred: { readonly value: number };
  widen(low: number, high: number): void;
  listStepped(step: number): number;
  listMoved(least: number): number;
  listJumped(step: number, clear: number, stir: number): number;
  countUnusual(keep: number, stir: number, times: number): number;
  hurry(): void;
  joinRanges(): void;
  countBeyond(range: number): number;
  sumApart(): number;
  averageRanges(): void;
  takeMask(): void;
  listGroups(reach: number, least: number): number;
  trim(size: number, tall: number, wide: number): number;
  listRing(size: number, near: number, clear: number): number;
  sumUnlike(halves: number, oldRests: number, newRests: number): number;
  coarsen(): void;
  soften(): void;
  sumPicture(): void;
  sumChange(): number;
  sumSweep(): number;
  sumBetween(): void;
  sumPair(left: number, top: number, right: number, bottom: number): void;
  sumWholePair(): void;
  sumFirstLook(): void;
  sumMixture(cells: number): void;
  sumFit(x: number, y: number, zoom: number, light: number, sigma: number, odd: number): number;
  sumVotes(x: number, y: number, zoom: number, light: number): void;
  sumFineFit(x: number, y: number, zoom: number, light: number, sigma: number, odd: number): number;
  sumFineVotes(x: number, y: number, zoom: number, light: number): void;
  nearestShift(reach: number, up: number, down: number, worth: number): number;
  leastResidual(
    x: number,
    y: number,
    width: number,
    height: number,
    reach: number,
    enough: number,
  ): number;
}

export type Place =
  | 'A'
  | 'B'
  | 'C'
  | 'LOW'
  | 'HIGH'
  | 'LATER_LOW'
  | 'LATER_HIGH'
  | 'USUAL'
  | 'LIST'
  | 'LINES'
  | 'SUMS'
  | 'SOFT_A'
  | 'SOFT_B'
  | 'SOME'
  | 'SIZES'
  | 'FITS';

/** What is used of the global, which Node has and its types leave to those of browsers. */
declare const WebAssembly: {
  readonly Module: new (code: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: unknown };
};

// Compiled at once: these 14 KB take less than a millisecond. One memory is enough, since nothing in it
// is kept from one measurement of a frame to the next.
const code = new WebAssembly.Module(Buffer.from(KERNELS, 'base64'));
export const kernels = new WebAssembly.Instance(code).exports as Kernels;

/** Where a place of the kernels' memory begins. */
const placeOf = (place: Place): [ArrayBuffer, number] => [
  kernels.memory.buffer,
  kernels[place].value,
];

export const bytesAt = (place: Place, length: number): Uint8Array =>
  new Uint8Array(...placeOf(place), length);
export const wordsAt = (place: Place, length: number): Uint16Array =>
  new Uint16Array(...placeOf(place), length);
export const countsAt = (place: Place, length: number): Int32Array =>
  new Int32Array(...placeOf(place), length);
export const cellsAt = (place: Place, length: number): Int16Array =>
  new Int16Array(...placeOf(place), length);
export const realsAt = (place: Place, length: number): Float32Array =>
  new Float32Array(...placeOf(place), length);
export const fractionsAt = (place: Place, length: number): Float64Array =>
  new Float64Array(...placeOf(place), length);
