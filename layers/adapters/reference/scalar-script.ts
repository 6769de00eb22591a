import { readFile } from 'node:fs/promises';

/** In the cloud it lies beside the bundle of the function; here it is read from its package. */
const BESIDE = new URL('./standalone.js', import.meta.url);

const inPackage = (): URL =>
  new URL('./browser/standalone.js', import.meta.resolve('@scalar/api-reference'));

/** The program that draws the reference in a browser. */
export const scalarScript = (): Promise<string> =>
  readFile(BESIDE, 'utf8').catch(() => readFile(inPackage(), 'utf8'));
