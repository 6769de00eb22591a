import type { Overlay } from '../overlays/overlay.ts';
import { at, FINE_PIXELS } from '../pictures/grey.ts';
import type { History } from '../pictures/history.ts';
import { mostStays } from '../pictures/view-stays.ts';
import type { Stretch } from '../stretch.ts';
import type { Transition } from '../transitions/gradual.ts';
import { Additions, changedOn } from './additions.ts';
import { type OneGround, oneGround, type Rested, twoGrounds } from './ground.ts';
import { isMoved } from './moved.ts';
import { isInOtherLight } from './other-light.ts';
import { type Gone, goneFromPage, isSamePage } from './other-page.ts';
import {
  PAGE_COVERED,
  PAGE_LEAST_CHANGES,
  PAGE_LIVES,
  PAGE_LIVES_LOOKS,
  PAGE_LOOK_SECONDS,
  PAGE_REST_SECONDS,
  PAGE_STILL,
  PAGE_STIRS,
  PAGE_WINDOW,
} from './thresholds.ts';
import { edgesOf, type Turn, turnOf } from './turns.ts';
import { isWindow } from './window.ts';

const { abs, max, round } = Math;

/** No cells. */
const NOTHING = new Uint8Array(FINE_PIXELS);

/** What a turn covered, should it be taken back. */
interface Covered {
  readonly turn: Turn;
  readonly gone: Gone;
  readonly fine: Uint8Array;
  readonly stands: Uint8Array;
}

/**
 * Finds where one page gives way to the next, and what is added to one: slides of one make, whose
 * ground and frame stay, so that most of the picture is as it was.
 */
export class PageDetector {
  readonly #history: History;
  readonly #additions: Additions;
  readonly #rest: number;
  readonly #every: number;
  /** The newest frame at which the picture had rested. */
  #page: number | undefined;
  /** For how many more looks a cell that changed while the page rested counts as one that lives. */
  readonly #lived = new Uint8Array(FINE_PIXELS);
  readonly #lives = new Uint8Array(FINE_PIXELS);
  /** Cells that are passed over in a comparison. */
  readonly #passed = new Uint8Array(FINE_PIXELS);
  /** What is drawn on every page, as far as is known. */
  readonly #stands = new Uint8Array(FINE_PIXELS);
  #last: Covered | undefined;
  #turns: Turn[] = [];
  readonly #moved: number[] = [];

  constructor(history: History, frameRate: number) {
    this.#history = history;
    this.#additions = new Additions(history);
    this.#rest = max(1, round(PAGE_REST_SECONDS * frameRate));
    this.#every = max(1, round(PAGE_LOOK_SECONDS * frameRate));
  }

  /** Seconds of the first frame of each page that comes at once. */
  get cuts(): number[] {
    return this.#turns.flatMap(({ kind, start }) => (kind === 'cut' ? [start] : []));
  }

  get transitions(): Transition[] {
    return this.#turns.flatMap(({ kind, start, end, confidence }) =>
      kind === 'dissolve' ? [{ kind, start, end, confidence, faded: true }] : [],
    );
  }

  /** When one page was going and the next coming. */
  get turns(): readonly Stretch[] {
    return this.#turns;
  }

  /** Seconds at which a page was scrolled, or a thing on it moved, while nothing else did. */
  get moved(): readonly number[] {
    return this.#moved;
  }

  /** What was added to a page. */
  get additions(): readonly Overlay[] {
    return this.#additions.overlays;
  }

  push(): void {
    const history = this.#history;
    const now = history.count - 1;
    if (now < this.#rest || now % this.#every > 0) return;
    const lost = this.#page === undefined || this.#page < history.first;
    if (!this.#rests(now, lost ? PAGE_LIVES : PAGE_STIRS)) return;
    const page = this.#page;
    if (!lost && page !== undefined) this.#compare(page, now);
    else this.#additions.open(now - this.#rest, now);
    this.#page = now;
    for (let i = 0; i < FINE_PIXELS; i++)
      this.#lived[i] = at(this.#lives, i) === 1 ? PAGE_LIVES_LOOKS : max(0, at(this.#lived, i) - 1);
  }

  finish(): void {
    this.#additions.finish();
  }

  /**
   * Whether all but a small picture, or a pointer, has rested for a while before a frame; marks the
   * cells that did not. At most a share of them may be others than those that lived on the page.
   */
  #rests(now: number, share: number): boolean {
    const [then, newest] = [this.#history.fine(now - this.#rest), this.#history.fine(now)];
    let [others, living] = [0, 0];
    for (let i = 0; i < FINE_PIXELS; i++) {
      const lives = abs(at(then, i) - at(newest, i)) > PAGE_STILL ? 1 : 0;
      this.#lives[i] = lives;
      living += lives;
      if (lives === 1 && at(this.#lived, i) === 0) others++;
      if (others > share * FINE_PIXELS || living > PAGE_LIVES * FINE_PIXELS) return false;
    }
    return true;
  }

  #compare(page: number, now: number): void {
    const history = this.#history;
    const lives = this.#changes(page, now);
    if (!lives) return;
    const rested: Rested = { page, now, lives };
    const all = oneGround(history, rested);
    const pages = all?.besideLiving;
    if (!pages) this.#compareGrounds(rested);
    const moved = pages && isMoved(pages);
    if (moved) this.#moved.push(history.seconds(edgesOf(history, rested).from));
    const changed = pages ? changedOn(pages) : [];
    const isPage = pages && !moved && !isWindow(pages, changed);
    // What gives way to another thing, each on the bare ground, was laid over that, and is no page.
    const isBare = isPage && all !== undefined && this.#additions.isAll(all);
    const gone = isPage && !isBare ? goneFromPage(pages, this.#stands) : undefined;
    if (pages && gone === undefined) {
      this.#additions.look(rested, pages, changed);
      return;
    }
    this.#additions.close(rested);
    if (!pages || gone === undefined) return;
    const last = this.#last;
    this.#last = undefined;
    if (last && mayBeCovered(last.gone) && isSamePage(pages, last.fine)) {
      // What covered a part of the page and went again was laid over it.
      this.#turns = this.#turns.filter((turn) => turn !== last.turn);
      this.#stands.set(last.stands);
      return;
    }
    const turn = turnOf(history, rested);
    if (turn) {
      this.#turns.push(turn);
      this.#last = { turn, gone, fine: pages.before.slice(), stands: this.#stands.slice() };
    }
    this.#markStanding(pages);
  }

  /** A page whose ground has another grey is another page, if other things are written on it. */
  #compareGrounds(rested: Rested): void {
    const history = this.#history;
    const pages = twoGrounds(history, rested)?.besideLiving;
    if (!pages || mostStays(history.grey(rested.page), history.grey(rested.now), history.area))
      return;
    if (isInOtherLight(pages) || !goneFromPage(pages, NOTHING)) return;
    const turn = turnOf(history, rested);
    if (turn) this.#turns.push(turn);
    this.#last = undefined;
    this.#stands.fill(0);
  }

  /** The cells that live on either page, where others changed from the one to the other. */
  #changes(page: number, now: number): Uint8Array | undefined {
    const [before, after] = [this.#history.fine(page), this.#history.fine(now)];
    let changed = 0;
    for (let i = 0; i < FINE_PIXELS; i++) {
      const lives = at(this.#lives, i) + at(this.#lived, i) > 0;
      this.#passed[i] = lives ? 1 : 0;
      if (!lives && abs(at(before, i) - at(after, i)) > PAGE_STILL) changed++;
    }
    return changed >= PAGE_LEAST_CHANGES ? this.#passed : undefined;
  }

  /** What both pages show is taken for a part of every page. */
  #markStanding(pages: OneGround): void {
    this.#stands.fill(0);
    for (const cell of pages) {
      if (!pages.changes(cell) && pages.isDrawnNext(cell)) this.#stands[cell] = 1;
    }
  }
}

/** Whether a part of the page stayed, or a window may have lain over all that was drawn on it. */
const mayBeCovered = ({ share, area }: Gone): boolean => share < PAGE_COVERED || area < PAGE_WINDOW;

/** Adds the cuts between pages to those between shots, each once: a page had rested before it went. */
export function withPages(cuts: readonly number[], pages: readonly number[]): number[] {
  const others = pages.filter((page) => cuts.every((cut) => abs(cut - page) >= PAGE_REST_SECONDS));
  return [...cuts, ...others].toSorted((a, b) => a - b);
}
