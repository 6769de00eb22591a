// Loops over all cells of a picture, many at a time. AssemblyScript: its syntax is TypeScript's, its
// numbers are WebAssembly's. `node layers/media/measure/kernels/make-kernels.ts` compiles them into
// kernels-code.ts. Whole numbers only, so that the order of sums does not matter. What each gives is
// told in fine.ts, coarse.ts and shapes.ts.
export * from './coarse';
export * from './fine';
export { A, B, C, HIGH, LATER_HIGH, LATER_LOW, LINES, LIST, LOW, SUMS, USUAL } from './memory';
export * from './shapes';
