import type { History } from '../pictures/history.ts';
import { BROAD_CELLS, broaden, mixture, rampError, sweep, type WipeDirection } from './mixtures.ts';

const { max, min, round } = Math;

/** How one shot went over into the next. */
export interface Story {
  kind: 'dissolve' | WipeDirection;
  /** Told by the detail that fades, since what moves leaves no frame on the way. */
  faded: boolean;
}

const shares = new Float64Array(1024);
const broadA = new Uint8Array(BROAD_CELLS);
const broadB = new Uint8Array(BROAD_CELLS);
const broadF = new Uint8Array(BROAD_CELLS);

/** The frames between which a transition was told best. */
export interface Told extends Story {
  readonly from: number;
  readonly to: number;
}

/** The first mixed frame of a transition and the first pure one, looked for twice. */
export function edgesOf(history: History, told: Told): { from: number; to: number } {
  const rough = nearerEdges(history, told, told.from, told.to);
  return nearerEdges(history, told, rough.from - 1, rough.to);
}

/** Rest, ramp, rest are fitted to the shares of the frames in and around a rough span. */
function nearerEdges(
  history: History,
  story: Story,
  start: number,
  end: number,
): { from: number; to: number } {
  const margin = round((end - start) * 0.5);
  // The pure pictures are looked for a little outside, but never in another shot.
  const first = max(history.first, start);
  const last = min(history.count - 1, end);
  let a = first;
  let b = last;
  while (a > start - margin && a > history.first && history.unlike(a).overall < 0.25) a--;
  while (b < end + margin && b < history.count - 1 && history.unlike(b + 1).overall < 0.25) b++;
  let known = 0;
  for (let frame = a; frame <= b; frame++) {
    const share = shareOf(history, story, first, last, frame);
    if (share !== undefined) known = share;
    shares[frame - a] = known;
  }
  const n = b - a + 1;
  const hop = max(1, round(n / 40));
  let best = { from: start + 1, to: end, error: Number.POSITIVE_INFINITY };
  for (let from = 0; from < n - 4; from += hop) {
    for (let to = from + 4; to < n; to += hop) {
      const error = rampError(shares, n, from, to);
      if (error < best.error) best = { from: a + from + 1, to: a + to, error };
    }
  }
  return best;
}

/** How far a frame is on the way; undefined where it tells of another way. */
function shareOf(
  history: History,
  { kind, faded }: Story,
  start: number,
  end: number,
  frame: number,
): number | undefined {
  const [old, fresh, now] = [history.grey(start), history.grey(end), history.grey(frame)];
  if (faded) {
    broaden(old, broadA);
    broaden(fresh, broadB);
    return mixture(broadA, broadB, broaden(now, broadF)).share;
  }
  if (kind === 'dissolve') return mixture(old, fresh, now).share;
  const swept = sweep(old, fresh, now, history.area);
  return swept?.direction === kind ? swept.share : undefined;
}
