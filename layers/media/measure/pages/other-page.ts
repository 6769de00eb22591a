import { at, FINE, FINE_PIXELS } from '../pictures/grey.ts';
import type { OneGround } from './ground.ts';
import {
  PAGE_BAR,
  PAGE_BARE_CHANGES,
  PAGE_FRAME_CELLS,
  PAGE_HIGH,
  PAGE_LARGE,
  PAGE_LEAST_CELLS,
  PAGE_LEAST_TURNED,
  PAGE_STILL,
  PAGE_STIRS,
  PAGE_STRAYS,
  PAGE_TURNED,
  PAGE_TURNED_IN_FRAME,
  PAGE_WIDE,
} from './thresholds.ts';

const { abs, max, min } = Math;

/** The first and the last line that hold more than strays, and in how many runs they lie. */
interface Lines {
  readonly first: number;
  readonly last: number;
  readonly runs: number;
}

/** What is drawn on one page, but for what stands on every one. */
class Drawing {
  drawn = 0;
  /** How many of its cells are otherwise on the other page. */
  changed = 0;
  readonly #across = new Uint16Array(FINE);
  readonly #down = new Uint16Array(FINE);

  clear(): void {
    this.drawn = 0;
    this.changed = 0;
    this.#across.fill(0);
    this.#down.fill(0);
  }

  add(cell: number, changes: boolean): void {
    this.drawn++;
    if (!changes) return;
    this.changed++;
    (this.#across[cell % FINE] as number)++;
    (this.#down[(cell / FINE) | 0] as number)++;
  }

  get share(): number {
    return this.changed / this.drawn;
  }

  get across(): Lines {
    return this.#linesOf(this.#across);
  }

  get down(): Lines {
    return this.#linesOf(this.#down);
  }

  /** Whether it is a heading and lines under it, or large: not one thing in its place. */
  get isLaidOut(): boolean {
    const { across, down } = this;
    const [width, height] = [across.last - across.first + 1, down.last - down.first + 1];
    return down.runs > 1 || width * height >= PAGE_LARGE * FINE_PIXELS;
  }

  #linesOf(lines: Uint16Array): Lines {
    const strays = PAGE_STRAYS * this.changed;
    let [first, last] = [0, FINE - 1];
    for (let seen = at16(lines, first); first < last && seen <= strays; ) {
      seen += at16(lines, ++first);
    }
    for (let seen = at16(lines, last); last > first && seen <= strays; ) {
      seen += at16(lines, --last);
    }
    let runs = 0;
    for (let line = first; line <= last; line++) {
      if (at16(lines, line) > 0 && (line === first || at16(lines, line - 1) === 0)) runs++;
    }
    return { first, last, runs };
  }
}

const at16 = (lines: Uint16Array, line: number): number => lines[line] as number;

const across = new Uint16Array(FINE);
const down = new Uint16Array(FINE);
const page = new Drawing();
const next = new Drawing();

/** What changed where a page gave way: the share that went, and the part of the picture around it. */
export interface Gone {
  readonly share: number;
  readonly area: number;
}

/**
 * What went of a page, where most did and something else came in its place; otherwise undefined.
 * What `stands` marks belongs to every page.
 */
export function goneFromPage(pages: OneGround, stands: Uint8Array): Gone | undefined {
  page.clear();
  next.clear();
  const bare = { cells: 0, changed: 0 };
  let standing = 0;
  const isInBar = barsOn(pages);
  for (const cell of pages) {
    const changes = pages.changes(cell);
    const stays = !changes && at(stands, cell) === 1;
    if (stays) standing++;
    if (stays || (!changes && isInBar(cell))) continue;
    const [drawn, drawnNext] = [pages.isDrawn(cell), pages.isDrawnNext(cell)];
    if (drawn) page.add(cell, changes);
    if (drawnNext) next.add(cell, changes);
    if (drawn || drawnNext) continue;
    bare.cells++;
    if (changes) bare.changed++;
  }
  const turned = page.share + next.share;
  if (
    min(page.drawn, next.drawn) < PAGE_LEAST_CELLS ||
    min(page.share, next.share) < PAGE_LEAST_TURNED ||
    turned < PAGE_TURNED ||
    bare.changed > PAGE_BARE_CHANGES * bare.cells
  )
    return undefined;
  // In a frame that is known all else may be one line.
  const framed = standing >= PAGE_FRAME_CELLS && turned >= PAGE_TURNED_IN_FRAME;
  const width = reach(page.across, next.across);
  const height = reach(page.down, next.down);
  // The name of a section goes, and a heading comes in another place.
  const isElsewhere = turned >= PAGE_TURNED_IN_FRAME && areApart(page.down, next.down);
  const isLaidOut = page.isLaidOut || next.isLaidOut || isElsewhere;
  // So lie pages, over much of the picture.
  const spread = isLaidOut && width >= PAGE_WIDE && height >= PAGE_HIGH;
  return framed || spread ? { share: page.share, area: width * height } : undefined;
}

/** Which cells lie in a bar, or a rule, from side to side or from top to bottom of both pages. */
function barsOn(pages: OneGround): (cell: number) => boolean {
  across.fill(0);
  down.fill(0);
  for (const cell of pages) {
    if (pages.changes(cell) || !pages.isDrawn(cell)) continue;
    (across[cell % FINE] as number)++;
    (down[(cell / FINE) | 0] as number)++;
  }
  const least = PAGE_BAR * FINE;
  return (cell) => at16(across, cell % FINE) >= least || at16(down, (cell / FINE) | 0) >= least;
}

/** The part of the lines from the first to the last that changes on one of two pages. */
const reach = (a: Lines, b: Lines): number =>
  (max(a.last, b.last) - min(a.first, b.first) + 1) / FINE;

/** Whether no line of the one lies between the first and the last of the other. */
const areApart = (a: Lines, b: Lines): boolean => a.last < b.first || b.last < a.first;

/** Whether the later page shows the same as one long before. */
export function isSamePage({ after, lives }: OneGround, earlier: Uint8Array): boolean {
  let changed = 0;
  for (let i = 0; i < FINE_PIXELS; i++) {
    if (at(lives, i) === 0 && abs(at(earlier, i) - at(after, i)) > PAGE_STILL) changed++;
  }
  return changed <= PAGE_STIRS * FINE_PIXELS;
}
