import { staysBeside } from './beside-shape.ts';
import type { GreyPictures } from './changed-box.ts';
import { isOverPlain } from './over-plain.ts';
import { viewStays } from './view-stays.ts';

/**
 * True where a frame shows the view of the one before it, of which a title or a small picture
 * covers, or uncovers, a part: that is no other shot.
 */
export const keepsView = (pictures: GreyPictures, frame: number): boolean =>
  viewStays(pictures.grey(frame - 1), pictures.grey(frame), pictures.area) ||
  isOverPlain(pictures, frame) ||
  staysBeside(pictures, frame);
