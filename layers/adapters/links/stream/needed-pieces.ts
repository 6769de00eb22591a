import type { Window } from '../../../domain/window.ts';
import type { TimedPiece, Track } from './stream.ts';
import type { PacketTime } from './stream-tools.ts';

/** What players read to learn of what a stream is made. */
const HEAD_SECONDS = 5.5;
/** The last piece may be a splinter that holds no frame. */
const TAIL_SECONDS = 2;
/** Around a moment that is looked at. */
const MOMENT_SECONDS = 0.3;
/**
 * Around a window: what seeking, and a decoder that begins, want before it, and the frame after it.
 */
const MARGIN_SECONDS = 1;
/**
 * How far the times in pieces may lie from what the playlist says; less than the margin, so that it
 * holds the window.
 */
const DRIFT_SECONDS = 0.75;

/**
 * What a piece of work needs of a stream. Seconds count from the stream's first piece of picture.
 */
export interface Needs {
  /** What is read of a stream that is known; undefined where it is to be learned of. */
  readonly window: Window | undefined;
  /** Parts of the whole, from 0 to 1, that learning looks at; none for a track of sound. */
  readonly places: readonly number[];
  /** For a track of sound beside a picture: where that is decoded from, by `pictureFrom`. */
  readonly picture?: number | undefined;
}

/**
 * The second, on the stream's own clock, from which the picture of a window is decoded at the
 * earliest. Sound has to be decoded from there too, as it is of the whole: what a codec fills in as
 * noise depends on all that it has decoded before.
 */
export const pictureFrom = ({ pieces }: Track, zero: number, [start]: Window): number | undefined =>
  pieces.find(({ end }) => end > zero + start - MARGIN_SECONDS)?.start;

/** Which pieces of a track are needed, in order. */
export function neededPieces(
  { pieces }: Track,
  zero: number,
  { window, places, picture }: Needs,
): number[] {
  const first = pieces[0]?.start ?? 0;
  const last = pieces.at(-1);
  const end = last?.end ?? 0;
  // Where the last may not be there, the one before it is the last.
  const tail = last?.reckoned ? last.start : end;
  const around = (from: number, to: number, margin: number): Window => [from - margin, to + margin];
  const stretches: Window[] = window
    ? // The first piece tells where times begin.
      [
        [first, first + MOMENT_SECONDS],
        around(zero + window[0], zero + window[1], MARGIN_SECONDS),
        // Decoded before it is shown, a keyframe comes ahead of the sound of its second.
        ...(picture === undefined ? [] : [around(picture, zero + window[0], MOMENT_SECONDS)]),
      ]
    : [
        [first, first + HEAD_SECONDS],
        [tail - TAIL_SECONDS, end],
        ...places.map((place) => {
          const at = first + place * (end - first);
          return around(at, at, MOMENT_SECONDS);
        }),
      ];
  return pieces.flatMap((piece, n) =>
    stretches.some(([from, to]) => piece.start < to && piece.end > from) ? [n] : [],
  );
}

/**
 * Whether packets lie where the playlist says that their pieces do: nothing where no piece was
 * taken, and each run of pieces begins with a frame that decoding can begin with.
 * @param origin the time of the first frame
 */
export function agree(
  packets: readonly PacketTime[],
  origin: number,
  taken: readonly TimedPiece[],
  zero: number,
): boolean {
  const runs = runsOf(taken).map(
    ([from, to]) => [origin + from - zero, origin + to - zero] as const,
  );
  const near = (from: number, to: number, at: number) =>
    at >= from - DRIFT_SECONDS && at <= to + DRIFT_SECONDS;
  const begun = runs.every(([from]) => packets.some(({ at, key }) => key && near(from, from, at)));
  let run = 0;
  const sorted = packets.map(({ at }) => at).toSorted((a, b) => a - b);
  const within = sorted.every((at) => {
    for (; run < runs.length; run += 1) {
      const [from, to] = runs[run] ?? [0, 0];
      if (near(from, to, at)) return true;
    }
    return false;
  });
  return begun && within;
}

/** Stretches of time without a gap. */
function runsOf(taken: readonly TimedPiece[]): [number, number][] {
  const runs: [number, number][] = [];
  for (const { start, end } of taken) {
    const last = runs.at(-1);
    // What a rounded length leaves between two pieces is no gap.
    if (last && start - last[1] < 0.01) last[1] = end;
    else runs.push([start, end]);
  }
  return runs;
}
