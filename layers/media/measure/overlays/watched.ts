import type { History } from '../pictures/history.ts';
import { isBoxAtOnce } from './boxes.ts';
import { isDimmed, isNextDigit } from './changed-in-place.ts';
import { close, closeOpen } from './ends.ts';
import { isFlown } from './flown.ts';
import type { Came, Followed } from './found.ts';
import { type Candidate, shows } from './laid-over.ts';
import { areColours } from './marks.ts';
import type { Overlay } from './overlay.ts';
import { alike } from './regions.ts';
import { isRewritten, isRewrittenMeanwhile } from './rewritten.ts';
import { type Line, Succession } from './succession.ts';
import { OVERLAY_SAME_REGION, OVERLAY_SAME_SECONDS, type OVERLAY_WORTH } from './thresholds.ts';
import { changeOver } from './traits.ts';
import { kept } from './view.ts';

const { abs, max, min } = Math;

const AT_ONCE = 64;

/** What kind of look has found something, and where. */
interface Place {
  readonly region: Overlay['region'];
  readonly flown: boolean;
  readonly coloured: boolean;
}

/** What may have flown in is seldom an overlay, and leaves room for the rest. */
const mostAtOnce = ({ flown }: Pick<Place, 'flown'>): number => (flown ? AT_ONCE / 2 : AT_ONCE);

const isInPlace = (open: Candidate, { region, flown, coloured }: Place): boolean =>
  areColours(open.marks) === coloured &&
  open.flown === flown &&
  alike(open.overlay.region, region) > OVERLAY_SAME_REGION;

const isBox = (candidate: Candidate): boolean =>
  isBoxAtOnce(candidate.traits) && !isDimmed(candidate);

/** The changes that are watched until they are gone, and those of them that are worth telling. */
export class Watched {
  readonly found: Followed[] = [];
  readonly #history: History;
  readonly #rest: number;
  readonly #worth: typeof OVERLAY_WORTH;
  #open: Candidate[] = [];
  #successions: Succession[] = [];

  /** @param rest frames for which a thing may be missing before it is gone */
  constructor(history: History, rest: number, worth: typeof OVERLAY_WORTH) {
    this.#history = history;
    this.#rest = rest;
    this.#worth = worth;
  }

  push(now: number): void {
    this.#successions = this.#successions.filter((succession) => succession.push(now));
    let ended = false;
    for (const open of this.#open) if (this.#watch(open, now)) ended = true;
    if (ended) this.#open = this.#open.filter((open) => open.overlay.end === null);
  }

  finish(): void {
    for (const open of this.#open) {
      closeOpen(this.#history, open);
      if (!open.flown) this.tell(open);
    }
    this.#open = [];
  }

  /** False where as many are watched as may be, and none that another look may be better than. */
  hasRoom(place: Place): boolean {
    return (
      this.#open.length < mostAtOnce(place) || this.#open.some((open) => isInPlace(open, place))
    );
  }

  /** Watches a candidate from now on, unless a better look at the same change is watched already. */
  follow(candidate: Candidate, after: number, now: number): void {
    const { overlay, flown, marks, pictures } = candidate;
    const coloured = areColours(marks);
    const isWatched =
      coloured || flown || overlay.confidence >= this.#worth.watching || isBox(candidate);
    if (!isWatched) return;
    const place = { region: overlay.region, flown, coloured };
    const same = this.#open.filter(
      (open) =>
        isInPlace(open, place) && abs(open.overlay.start - overlay.start) <= OVERLAY_SAME_SECONDS,
    );
    if (same.some((open) => open.overlay.confidence >= overlay.confidence)) return;
    this.#open = this.#open.filter((open) => !same.includes(open));
    if (this.#open.length >= mostAtOnce(place)) return;
    if (this.watchUntil(candidate, after, now)) return;
    candidate.pictures = { before: kept(pictures.before), after: kept(pictures.after) };
    this.#open.push(candidate);
  }

  /** Watches a candidate from one frame to another; true when it was gone by then. */
  watchUntil(candidate: Candidate, first: number, now: number): boolean {
    for (let frame = first; frame <= now; frame++) if (this.#watch(candidate, frame)) return true;
    return false;
  }

  /** Closes a candidate when its cells no longer look like it; true when it did. */
  #watch(open: Candidate, frame: number): boolean {
    if (isRewritten(this.#history, open, frame)) open.rewritten.push(this.#history.seconds(frame));
    if (shows(open, this.#history.planes(frame))) open.missing = 0;
    else if (++open.missing >= max(3, this.#rest)) {
      const gone = frame - open.missing + 1;
      close(this.#history, open, frame, this.#rest);
      if (this.#isWorthTelling(open))
        this.tell(open, undefined, this.successionOf(open, gone, frame));
      return true;
    }
    return false;
  }

  /** The regression and the trees know only what came evenly: what flew in has a rule of its own. */
  #isWorthTelling(candidate: Candidate): boolean {
    const { overlay, traits, life, flown } = candidate;
    if (flown) return life !== undefined && isFlown(overlay.region, traits, life);
    return overlay.confidence >= this.#worth.telling || isBox(candidate);
  }

  /** What is written in the place of a candidate from about the frame on in which it went. */
  successionOf(candidate: Candidate, gone: number, now: number): readonly Line[] {
    const history = this.#history;
    const { marks, overlay, pictures, flown } = candidate;
    if (flown || areColours(marks) || this.#successions.length >= AT_ONCE) return [];
    let [most, where] = [0, gone];
    for (let frame = max(history.first + 1, gone - 2); frame <= min(now, gone + 2); frame++) {
      const change = changeOver(marks, history.planes(frame - 1), history.planes(frame));
      if (change > most) [most, where] = [change, frame];
    }
    if (!isRewrittenMeanwhile(history, candidate, where)) return [];
    const { region } = overlay;
    const written = { region, without: pictures.before.fine, withIt: pictures.after.fine };
    const succession = new Succession(history, written);
    let goesOn = succession.begin(where);
    for (let frame = where + 1; goesOn && frame <= now; frame++) goesOn = succession.push(frame);
    if (goesOn) this.#successions.push(succession);
    return succession.lines;
  }

  tell(
    candidate: Candidate,
    came: Came = candidate.flown ? 'flown' : 'as one',
    after: readonly Line[] = [],
  ): void {
    if (isNextDigit(candidate)) return;
    const { overlay, traits, life, marks, rewritten } = candidate;
    const coloured = areColours(marks);
    const box = isBox(candidate);
    this.found.push({ overlay, traits, life, coloured, rewritten, came, box, after });
  }
}
