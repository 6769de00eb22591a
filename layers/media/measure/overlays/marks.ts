import { at, colourCell, FINE, FINE_PIXELS, PIXELS, SIDE } from '../pictures/grey.ts';

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
    const x = cell % SIDE;
    const first = 2 * (cell - x) * 2 + 2 * x;
    for (const fine of [first, first + 1, first + FINE, first + FINE + 1]) listed[count++] = fine;
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
