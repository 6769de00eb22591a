import { groupsOf } from '../kernels/shapes.ts';
import type { Overlay } from '../overlays/overlay.ts';
import { around, boundsOf } from '../overlays/regions.ts';
import { at, FINE, FINE_PIXELS } from '../pictures/grey.ts';
import type { History } from '../pictures/history.ts';
import type { OneGround, Rested } from './ground.ts';
import { isSamePage } from './other-page.ts';
import {
  PAGE_ADDED,
  PAGE_ADDED_CELLS,
  PAGE_ADDED_CONFIDENCE,
  PAGE_ADDED_GREW,
  PAGE_ADDED_LIVES,
  PAGE_ADDED_REACH,
  PAGE_ADDED_SAME,
  PAGE_ADDED_SECONDS,
  PAGE_FLYING_CELLS,
  PAGE_FLYING_SECONDS,
  PAGE_INK,
  PAGE_STILL,
} from './thresholds.ts';
import { edgesOf } from './turns.ts';
import { isWindowOn } from './window.ts';
import { isAnother, isWrittenAnew } from './written-anew.ts';

const { abs, min } = Math;

/** What came onto a page, and is still there. */
interface Addition {
  readonly overlay: Overlay;
  readonly cells: readonly number[];
}

function regionOf(cells: readonly number[]): Overlay['region'] {
  const [x0, y0, x1, y1] = boundsOf(Int16Array.from(cells));
  return [x0 / FINE, y0 / FINE, x1 / FINE, y1 / FINE];
}

const cellsOf = (additions: readonly Addition[]): Set<number> =>
  new Set(additions.flatMap(({ cells }) => cells));

const mask = new Uint8Array(FINE_PIXELS);

/** The cells that change, but for those of something small, as of a pointer in its two places. */
export function changedOn(pages: OneGround): number[] {
  mask.fill(0);
  for (const cell of pages) if (pages.changes(cell)) mask[cell] = 1;
  const groups = groupsOf(mask, { least: PAGE_ADDED_CELLS, reach: PAGE_ADDED_REACH });
  return groups.flatMap((group) => [...group]);
}

/**
 * Whether cells are of a thing that moved here on the page: as much of it is bare now, and it was
 * beside them and still moves, or nothing else came in its place.
 */
function isOfMoved(pages: OneGround, came: readonly number[]): boolean {
  let [changed, grew] = [0, 0];
  for (const cell of came) changed += abs(pages.above(pages.after, cell));
  for (let cell = 0; cell < FINE_PIXELS; cell++)
    grew += abs(pages.above(pages.after, cell)) - abs(pages.above(pages.before, cell));
  if (abs(grew) <= PAGE_ADDED_SAME * changed) return true;
  if (grew >= PAGE_ADDED_GREW * changed) return false;
  const beside = around(Int16Array.from(came));
  const living = beside.filter((cell) => at(pages.lives, cell) === 1).length;
  return living >= PAGE_ADDED_LIVES * beside.length;
}

/** A line that stood on the page from the first, what gave way to another one, and the page then. */
interface Standing {
  readonly overlay: Overlay;
  readonly fine: Uint8Array;
}

/** Follows what is drawn onto the bare ground of a page, as the points of a list, until it goes. */
export class Additions {
  readonly overlays: Overlay[] = [];
  readonly #history: History;
  #open: Addition[] = [];
  /** When the page came, and its fine greys then. */
  #opening: { readonly seconds: number; readonly fine: Uint8Array } | undefined;
  /** What the newest change ended, should that be taken back. */
  #ended: Standing | undefined;

  constructor(history: History) {
    this.#history = history;
  }

  /** A page is seen first: what is drawn on it in a frame stood there from another one on. */
  open(since: number, frame: number): void {
    this.#opening = {
      seconds: this.#history.seconds(since),
      fine: this.#history.fine(frame).slice(),
    };
  }

  /** Compares two frames of one page, on which these cells changed. */
  look(rested: Rested, pages: OneGround, changed: readonly number[]): void {
    const isGoing = isWindowOn(pages, pages.before, changed);
    const isComing = isWindowOn(pages, pages.after, changed);
    const isAnew = !isGoing && !isComing && isWrittenAnew(pages, changed);
    const isBare = (cell: number): boolean => !pages.isDrawnNext(cell);
    const gone = this.#open.filter(
      ({ cells }) =>
        cells.filter(isBare).length > cells.length / 2 ||
        ((isAnew || isGoing) && isAnother(pages, cells)),
    );
    this.#end(gone, rested);
    if (this.#isTakenBack(pages)) return;
    if (isAnew && gone.length === 0) this.#endStanding(changed, rested, pages);
    const isWhole = isAnew || (isComing && gone.length === 0);
    const came = changed.filter(
      (cell) => pages.isDrawnNext(cell) && (isWhole || !pages.isDrawn(cell)),
    );
    const went = cellsOf(gone);
    const left = changed.filter((cell) => !went.has(cell)).length;
    if (came.length < PAGE_ADDED_CELLS || (!isWhole && came.length < PAGE_ADDED * left)) return;
    const { from, to } = edgesOf(this.#history, rested);
    // At once another line may take the place of one that is as long.
    if (!isAnew && to > from && isOfMoved(pages, came)) return;
    const flying = this.#firstFlying(rested, pages);
    const start = this.#history.seconds(flying === undefined ? from : min(flying, from));
    // What moves in at its leisure is a thing in the picture, and not laid over it.
    const isLaid = flying === undefined || this.#history.seconds(to) - start <= PAGE_FLYING_SECONDS;
    if (!isLaid) return;
    const confidence = PAGE_ADDED_CONFIDENCE;
    const overlay = { start, end: null, region: regionOf(came), confidence };
    this.#open.push({ overlay, cells: came });
  }

  /** Whether all that was drawn on the page came onto its bare ground. */
  isAll(pages: OneGround): boolean {
    const cells = cellsOf(this.#open);
    let [drawn, added] = [0, 0];
    for (const cell of pages) {
      if (!pages.isDrawn(cell)) continue;
      drawn++;
      if (cells.has(cell)) added++;
    }
    return added > 0 && drawn - added < PAGE_ADDED_CELLS;
  }

  /** Nothing of it is there any more: the page gave way to another one. */
  close(rested: Rested): void {
    this.#end(this.#open, rested);
    this.open(edgesOf(this.#history, rested).to, rested.now);
  }

  /** What is still there has no end. */
  finish(): void {
    this.overlays.push(...this.#open.map(({ overlay }) => overlay));
    this.#open = [];
  }

  /** The first frame in which ground is drawn on that is bare on both pages. */
  #firstFlying({ page, now }: Rested, pages: OneGround): number | undefined {
    const bare = [...pages].filter((cell) => !pages.isDrawn(cell) && !pages.isDrawnNext(cell));
    for (let frame = page + 1; frame < now; frame++) {
      const fine = this.#history.fine(frame);
      const drawn = bare.filter((cell) => abs(pages.above(fine, cell)) >= PAGE_INK);
      if (drawn.length >= PAGE_FLYING_CELLS) return frame;
    }
    return undefined;
  }

  /** Tells a line that stood on the page from the first, and gave way to another one. */
  #endStanding(changed: readonly number[], rested: Rested, pages: OneGround): void {
    const opening = this.#opening;
    if (!opening) return;
    const cells = changed.filter((cell) => pages.isDrawn(cell));
    const isAsFirst = (cell: number): boolean =>
      abs(at(opening.fine, cell) - at(pages.before, cell)) <= PAGE_STILL;
    if (cells.filter(isAsFirst).length < PAGE_ADDED * cells.length) return;
    const overlay = {
      start: opening.seconds,
      end: null,
      region: regionOf(cells),
      confidence: PAGE_ADDED_CONFIDENCE,
    };
    const [told] = this.#end([{ overlay, cells }], rested);
    if (told) this.#ended = { overlay: told, fine: pages.before.slice() };
  }

  /** What gave way comes back as it was: it was the page, and something lay over it for a while. */
  #isTakenBack(pages: OneGround): boolean {
    const ended = this.#ended;
    this.#ended = undefined;
    if (!ended || !isSamePage(pages, ended.fine)) return false;
    this.overlays.splice(this.overlays.indexOf(ended.overlay), 1);
    return true;
  }

  /** Tells how long what is gone was there, but for what came and went. */
  #end(gone: readonly Addition[], rested: Rested): Overlay[] {
    if (gone.length === 0) return [];
    const end = this.#history.seconds(edgesOf(this.#history, rested).from);
    const told = gone
      .filter(({ overlay }) => end - overlay.start >= PAGE_ADDED_SECONDS)
      .map(({ overlay }) => ({ ...overlay, end }));
    this.overlays.push(...told);
    this.#open = this.#open.filter((addition) => !gone.includes(addition));
    return told;
  }
}
