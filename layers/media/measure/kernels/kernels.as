// Loops over all cells of a picture, many at a time. AssemblyScript: its syntax is TypeScript's, its
// numbers are WebAssembly's. `node layers/media/measure/kernels/make-kernels.ts` compiles them into
// kernels-code.ts. Whole numbers, so that the order of sums does not matter; fractions, in motion.as,
// are added as a plain loop would. What each gives is told in fine.ts, coarse.ts, shapes.ts,
// strips.ts and motion.ts.
export * from './coarse';
export * from './fine';
export {
  A,
  B,
  C,
  FITS,
  HIGH,
  LATER_HIGH,
  LATER_LOW,
  LINES,
  LIST,
  LOW,
  SIZES,
  SOFT_A,
  SOFT_B,
  SOME,
  SUMS,
  USUAL,
} from './memory';
export * from './motion';
export * from './shapes';
export * from './strips';
