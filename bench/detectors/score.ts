import { CAMERA_MOVES, type Signal } from '../../layers/domain/frames/signal.ts';
import type { Technical } from '../../layers/domain/frames/technical.ts';
import type { Stretch } from './truth.ts';
import type { TruthClip } from './truth-set.ts';

/** Counts for one kind of event; precision = right / said, recall = found / real. */
export interface Tally {
  real: number;
  found: number;
  said: number;
  right: number;
  /** What went wrong, for people who tune. */
  wrong: string[];
}

export type Scores = Record<string, Tally>;

export interface Event {
  start: number;
  end: number;
  kind?: string;
  region?: readonly number[];
}

type Match<T extends Event = Event> = (said: Event, real: T) => boolean;

export function tally(scores: Scores, name: string): Tally {
  scores[name] ??= { real: 0, found: 0, said: 0, right: 0, wrong: [] };
  return scores[name];
}

export function share(a: Event, b: Event): number {
  const both = Math.min(a.end, b.end) - Math.max(a.start, b.start);
  return Math.max(0, both) / Math.max(1e-9, Math.max(a.end, b.end) - Math.min(a.start, b.start));
}

function boxShare(a: readonly number[], b: readonly number[]): number {
  const [ax0 = 0, ay0 = 0, ax1 = 0, ay1 = 0] = a;
  const [bx0 = 0, by0 = 0, bx1 = 0, by1 = 0] = b;
  const both =
    Math.max(0, Math.min(ax1, bx1) - Math.max(ax0, bx0)) *
    Math.max(0, Math.min(ay1, by1) - Math.max(ay0, by0));
  return both / ((ax1 - ax0) * (ay1 - ay0) + (bx1 - bx0) * (by1 - by0) - both);
}

interface Judged<T extends Event> {
  readonly said: readonly Event[];
  readonly real: readonly T[];
  readonly match: Match<T>;
  /** Where what is said counts neither as right nor as wrong, unless it is real. */
  readonly ignored?: readonly Event[];
}

/** Pairs what was said with what is real, one to one, in order of time. */
export function judge<T extends Event>(
  scores: Scores,
  name: string,
  clip: TruthClip,
  { said, real, match, ignored = [] }: Judged<T>,
): void {
  const counts = tally(scores, name);
  const free = new Set(real);
  counts.real += real.length;
  for (const event of said) {
    const partner = [...free].find((candidate) => match(event, candidate));
    if (partner) {
      free.delete(partner);
      counts.said++;
      counts.right++;
      counts.found++;
    } else if (!ignored.some((span) => event.start <= span.end && event.end >= span.start)) {
      counts.said++;
      counts.wrong.push(`${clip.name} false ${describe(event)}`);
    }
  }
  for (const event of free) counts.wrong.push(`${clip.name} missed ${describe(event)}`);
}

const describe = (event: Event): string =>
  `${event.kind ?? ''} ${event.start.toFixed(3)}-${event.end.toFixed(3)} ${event.region?.map((v) => v.toFixed(2)) ?? ''}`;

/** Hard cuts at a tolerance of one frame, for us and for others alike. */
export function scoreCuts(
  scores: Scores,
  name: string,
  clip: TruthClip,
  cuts: readonly number[],
): void {
  const event = (start: number): Event => ({ start, end: start });
  const real = clip.truth.cuts.map((frame) => ({
    start:
      clip.seconds(frame - 1) === clip.seconds(frame)
        ? clip.seconds(frame - 2)
        : clip.seconds(frame - 1),
    end: clip.seconds(clip.frameAfter(frame)),
  }));
  const ignored = timed(
    clip,
    clip.truth.ignore.filter((span) => span.what === 'cuts'),
  );
  const match: Match = (a, b) => a.start >= b.start - 0.002 && a.start <= b.end + 0.002;
  judge(scores, name, clip, { said: cuts.map(event), real, match, ignored });
}

/** In seconds; what fell into dropped frames altogether never happened. */
export function timed<T extends Stretch>(clip: TruthClip, list: readonly T[]): (T & Event)[] {
  return list
    .map((span) => ({ ...span, start: clip.seconds(span.from), end: clip.seconds(span.to) }))
    .filter((span) => span.end > span.start);
}

/** Overlaps by half. */
export const half: Match = (a, b) => share(a, b) >= 0.5;

/** Seconds by which an overlay's start and end may be off. */
const OVERLAY_TOLERANCE = { start: 0.2, end: 0.35 };

/** Everything else that a measurement says. */
export function scoreEvents(
  scores: Scores,
  clip: TruthClip,
  technical: Technical,
  signal: Signal,
  near = OVERLAY_TOLERANCE,
): void {
  const { truth } = clip;
  const frame = 1 / clip.fps;
  const unjudged = (what: 'moves' | 'freezes' | 'overlays' | 'whips') =>
    timed(
      clip,
      truth.ignore.filter((span) => span.what === what),
    );
  const check = <T extends Event>(
    name: string,
    said: readonly Event[],
    real: readonly T[],
    match: Match<T>,
    ignored: readonly Event[] = [],
  ) => judge(scores, name, clip, { said, real, match, ignored });

  check('freezes', technical.freezes, timed(clip, truth.freezes), half, [
    ...unjudged('freezes'),
    ...timed(clip, truth.blacks),
  ]);
  check('blacks', technical.blacks, timed(clip, truth.blacks), half);
  check('silences', technical.silence_gaps, truth.silences, half);
  check('dissolves', signal.dissolves, timed(clip, truth.dissolves), half);
  check(
    'inserts',
    signal.inserts.map(({ at, frames }) => ({ start: at, end: at + frames * frame })),
    timed(clip, truth.inserts),
    (a, b) => Math.abs(a.start - b.start) <= frame * 1.5,
  );
  check(
    'flashes',
    signal.flashes,
    timed(clip, truth.flashes),
    (a, b) => a.start <= b.end + frame && a.end >= b.start - frame,
  );
  check(
    'wipes',
    (signal.wipes ?? []).map((wipe) => ({ ...wipe, kind: wipe.direction })),
    timed(clip, truth.wipes),
    (a, b) => a.kind === b.kind && half(a, b),
  );
  check(
    'fades',
    signal.fades ?? [],
    timed(clip, truth.fades),
    (a, b) => a.kind === b.kind && half(a, b),
  );
  check(
    'overlays',
    (signal.overlays ?? []).map((overlay) => ({ ...overlay, end: overlay.end ?? clip.duration })),
    timed(clip, truth.overlays),
    (a, b) =>
      a.start >= b.start - near.start &&
      a.start <= clip.seconds(b.whole?.from ?? b.from) + near.start &&
      a.end >= clip.seconds(b.whole?.to ?? b.to) - near.end &&
      a.end <= b.end + near.end &&
      boxShare(a.region ?? [], b.region ?? []) >= 0.3,
    unjudged('overlays'),
  );
  check(
    'whip_blurs',
    signal.whip_blurs ?? [],
    timed(clip, truth.whips),
    (a, b) => share(a, b) >= 0.3,
    unjudged('whips'),
  );
  const off = [...unjudged('moves'), ...timed(clip, truth.whips)];
  for (const kind of CAMERA_MOVES) {
    check(
      kind,
      (signal.camera_moves ?? []).filter((move) => move.kind === kind),
      timed(
        clip,
        truth.moves.filter((move) => move.kind === kind),
      ),
      half,
      off,
    );
  }
}
