// A coarse picture beside a strip of two, all of them laid so that what moves goes to the left.
import { PIXELS } from '../pictures/grey.ts';
import { bytesAt, kernels } from './kernels.ts';

/** Two pictures side by side, line by line. */
export const strip = bytesAt('A', 2 * PIXELS);
/** The picture that is looked for on it. */
export const laid = bytesAt('B', PIXELS);

/**
 * Twice the sum of what differs between the laid picture and the strip from a column on, which is
 * given in halves: without the cells on both sides of the seam. Half a column is the mean of two. A
 * picture that rests, 1, lies where it is, and the seam alone has come so far.
 */
export const twiceUnlike = kernels.sumUnlike;
