import type { FramesResult, Transcript } from '../api/types.ts';
import { secondOf } from '../ui/format.ts';
import type { Span } from './spans.ts';
import { wholeFindings } from './whole-findings.ts';

/** Something that was found in the video. */
export interface Mark {
  readonly start: number;
  /** The same as start for a moment. */
  readonly end: number;
  readonly label: string;
  /** 0 to 1, where the finding tells it. */
  readonly confidence?: number;
}

export interface Lane {
  readonly name: string;
  readonly marks: readonly Mark[];
  /** True where no read looked for it: nothing drawn is then no finding. */
  readonly isUnmeasured: boolean;
}

interface Spanned {
  readonly start: number;
  readonly end: number | null;
  readonly confidence?: number;
}

const span = ({ start, end, confidence }: Spanned, label: string, last: number): Mark => ({
  start,
  end: end ?? last,
  label,
  ...(confidence !== undefined && { confidence }),
});

const words = (kind: string): string => kind.replaceAll('_', ' ');

const SHAPES: Readonly<Record<string, string>> = {
  out: 'wipe out from the middle',
  in: 'wipe in to the middle',
};
const wipeOf = (direction: string): string => SHAPES[direction] ?? `wipe to the ${direction}`;

/** @param last second up to which the read looked: what goes on there has no end of its own */
type Find = (read: FramesResult, last: number) => readonly Mark[] | undefined;

/** What is drawn in each lane; undefined where a read did not look for it. */
const LANES: readonly (readonly [name: string, find: Find])[] = [
  [
    'cuts',
    ({ technical }) =>
      technical.skipped
        ? undefined
        : technical.scene_cuts.map((at) => ({ start: at, end: at, label: 'cut' })),
  ],
  [
    'transitions',
    ({ signal }, last) =>
      signal && [
        ...signal.dissolves.map((found) => span(found, 'dissolve', last)),
        ...(signal.fades ?? []).map((found) => span(found, `fade ${found.kind}`, last)),
        ...(signal.wipes ?? []).map((found) => span(found, wipeOf(found.direction), last)),
      ],
  ],
  [
    'overlays',
    ({ signal }, last) => signal?.overlays?.map((found) => span(found, 'overlay', last)),
  ],
  [
    'writing',
    ({ on_screen_text }, last) => on_screen_text?.map((found) => span(found, found.text, last)),
  ],
  [
    'moves',
    ({ signal }, last) =>
      signal?.camera_moves && [
        ...signal.camera_moves.map((found) => span(found, words(found.kind), last)),
        ...(signal.whip_blurs ?? []).map((found) => span(found, 'whip', last)),
      ],
  ],
  [
    'flashes',
    ({ signal }, last) =>
      signal && [
        ...signal.flashes.map((found) => span(found, 'flash', last)),
        ...signal.inserts.map(({ at, frames, confidence }) => ({
          start: at,
          end: at,
          label: `insert of ${frames} ${frames === 1 ? 'frame' : 'frames'}`,
          confidence,
        })),
      ],
  ],
  [
    'freezes',
    ({ technical }, last) =>
      technical.skipped ? undefined : technical.freezes.map((found) => span(found, 'freeze', last)),
  ],
  [
    'blacks',
    ({ technical }, last) =>
      technical.skipped ? undefined : technical.blacks.map((found) => span(found, 'black', last)),
  ],
  [
    'silences',
    ({ technical }, last) =>
      technical.skipped
        ? undefined
        : technical.silence_gaps.map((found) => span(found, 'silence', last)),
  ],
];

/** What a read looked at: its window, or what of it the sheets of one call hold. */
const stretchOf = ({ window: [start, end], coverage }: FramesResult): Span => ({
  start,
  end: coverage.truncated?.next_start ?? end,
});

function laneOf(name: string, find: Find, reads: readonly FramesResult[]): Lane {
  const measured = reads.flatMap((read) => {
    const stretch = stretchOf(read);
    const found = find(read, stretch.end);
    return found ? [{ stretch, found }] : [];
  });
  return { name, marks: wholeFindings(measured), isUnmeasured: measured.length === 0 };
}

/** All that was found in a video, by kind. */
export const lanesOf = (
  reads: readonly FramesResult[],
  segments: Transcript['segments'] | undefined,
): Lane[] => [
  ...LANES.map(([name, find]) => laneOf(name, find, reads)),
  {
    name: 'words',
    marks: (segments ?? []).map(({ start, end, text, confidence }) => ({
      start,
      end,
      label: text,
      confidence,
    })),
    isUnmeasured: segments === undefined,
  },
];

/** As a list names it. */
export const nameOfMark = ({ start, end, label }: Mark): string =>
  end > start
    ? `${label}, ${secondOf(start)} to ${secondOf(end)}`
    : `${label} at ${secondOf(start)}`;
