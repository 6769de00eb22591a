import { at, colourCell, FINE_PIXELS, fineCells, PIXELS } from '../pictures/grey.ts';

/** Places in the planes of a picture that changed, with their mean step and range afterwards. */
export interface Marks {
  readonly marks: Int16Array;
  readonly step: number;
  readonly range: number;
}

/** True for places among the colours of a picture's planes; marks are of one kind. */
export const areColours = (marks: Int16Array): boolean => (marks[0] ?? 0) >= FINE_PIXELS;

const taken = new Uint8Array(PIXELS);
const listed = new Int16Array(FINE_PIXELS);

/** The fine cells that marks lie in: a colour is that of four. */
export function cellsOf(marks: Int16Array): Int16Array {
  if (!areColours(marks)) return marks;
  let count = 0;
  taken.fill(0);
  for (const mark of marks) {
    const cell = (mark - FINE_PIXELS) % PIXELS;
    if (at(taken, cell) === 1) continue;
    taken[cell] = 1;
    for (const fine of fineCells(cell)) listed[count++] = fine;
  }
  return listed.slice(0, count);
}

/** Where Cb and Cr of some fine cells stand in the planes of a picture. */
export function colourMarks(cells: Int16Array): Int16Array {
  let count = 0;
  taken.fill(0);
  for (const fine of cells) {
    const cell = colourCell(fine);
    if (at(taken, cell) === 1) continue;
    taken[cell] = 1;
    listed[count++] = FINE_PIXELS + cell;
    listed[count++] = FINE_PIXELS + PIXELS + cell;
  }
  return listed.slice(0, count);
}
