import type { Signal } from '../frames/signal.ts';
import type { Technical } from '../frames/technical.ts';
import { toMillisecond } from '../timestamp.ts';
import type { Window } from '../window.ts';

/** Something that was measured, in seconds from the first frame. */
export interface MeasuredEvent {
  readonly kind:
    | 'cut'
    | 'freeze'
    | 'black'
    | 'silence'
    | 'insert'
    | 'flash'
    | 'dissolve'
    | 'overlay'
    | 'camera move'
    | 'wipe'
    | 'whip'
    | 'fade'
    | 'writing';
  readonly start: number;
  /** Equal to `start` for what takes no time; null for what is still there at the end. */
  readonly end: number | null;
  /** What more is known, such as `pan_left`. */
  readonly detail?: string;
}

type Measures = {
  readonly technical: Technical;
  readonly signal?: Signal | undefined;
  readonly on_screen_text?: readonly { readonly start: number; readonly end: number }[] | undefined;
};

/** All that was measured, in order. */
export function measuredEvents({ technical, signal, on_screen_text }: Measures): MeasuredEvent[] {
  const spans = (
    kind: MeasuredEvent['kind'],
    found: readonly { start: number; end: number | null; kind?: string; direction?: string }[] = [],
  ): MeasuredEvent[] =>
    found.map(({ start, end, kind: detail, direction }) => {
      const more = detail ?? direction;
      return { kind, start, end, ...(more === undefined ? {} : { detail: more }) };
    });
  return [
    ...technical.scene_cuts.map((at): MeasuredEvent => ({ kind: 'cut', start: at, end: at })),
    ...spans('freeze', technical.freezes),
    ...spans('black', technical.blacks),
    ...spans('silence', technical.silence_gaps),
    ...(signal?.inserts ?? []).map(
      ({ at, frames }): MeasuredEvent => ({
        kind: 'insert',
        start: at,
        end: at,
        detail: frames === 1 ? '1 frame' : `${frames} frames`,
      }),
    ),
    ...spans('flash', signal?.flashes),
    ...spans('dissolve', signal?.dissolves),
    ...spans('overlay', signal?.overlays),
    ...spans('camera move', signal?.camera_moves),
    ...spans('wipe', signal?.wipes),
    ...spans('whip', signal?.whip_blurs),
    ...spans('fade', signal?.fades),
    // When, not what: its words are nobody's orders.
    ...(on_screen_text ?? []).map(
      ({ start, end }): MeasuredEvent => ({ kind: 'writing', start, end }),
    ),
  ].sort((a, b) => a.start - b.start);
}

/** The seconds that measured events name. */
export const eventSeconds = (events: readonly MeasuredEvent[]): number[] =>
  events.flatMap(({ start, end }) => (end === null ? [start] : [start, end])).map(toMillisecond);

/** Where a single tile tells little: pictures that are mixed, smeared or black. */
export const unclearStretches = (
  events: readonly MeasuredEvent[],
): { kind: string; window: Window }[] =>
  events
    .filter(({ kind }) => kind === 'whip' || kind === 'dissolve' || kind === 'black')
    .map(({ kind, start, end }) => ({ kind, window: [start, end ?? start] }));

/** A stretch that is worth a close look. */
export interface Opening {
  readonly window: Window;
  readonly why: string;
}

/** Half of what a close look covers around a moment, in seconds; a tile falls on the moment itself. */
const AROUND_SECONDS = 0.4;
/** Past the rounding of a time to the millisecond. */
const JUST_AFTER_SECONDS = 0.002;

/** What the every-frame pass found between tiles that are `interval` seconds apart. */
export function betweenTiles(events: readonly MeasuredEvent[], interval: number): Opening[] {
  const at = (moment: number, why: string): Opening => ({
    window: [
      moment + JUST_AFTER_SECONDS - AROUND_SECONDS,
      moment + JUST_AFTER_SECONDS + 2 * AROUND_SECONDS,
    ],
    why,
  });
  const short = events
    .filter(({ kind }) => kind === 'insert' || kind === 'flash' || kind === 'overlay')
    .map(({ kind, start }) => at(start, kind));
  const cuts = events.filter(({ kind }) => kind === 'cut').map(({ start }) => start);
  const shots = cuts.flatMap((cut, n) => {
    const next = cuts[n + 1];
    return next !== undefined && next - cut < interval ? [at(cut, 'short shot')] : [];
  });
  return [...short, ...shots].sort((a, b) => a.window[0] - b.window[0]);
}
