import type { FramesPlan } from '../../domain/frames/frames-plan.ts';
import type { PictureStream, Probe } from '../../domain/sources/probe.ts';
import { overBlack, turnFilters } from '../picture-space.ts';
import { type TextSize, textFilters } from '../text/text-size.ts';
import { asShown } from './as-shown.ts';
import { RAW_PICTURES } from './decode.ts';
import { everyOtherLine } from './every-other-line.ts';
import { TELL_FRAME, TELL_TEXT, TELL_TILE } from './frame-clock.ts';
import type { SmallSize } from './listener.ts';
import { barsAround, ownShape, sameHeight } from './own-shape.ts';
import { soundGraph } from './sound-graph.ts';
import type { HeardSound } from './sound-mix.ts';
import { TEXT_PIPE, textSamples } from './text-samples.ts';
import { tileFilters } from './tile-filters.ts';
import type { TimeGrid } from './time-grid.ts';

/** Which tiles a read makes, and the filters that choose their frames. */
export interface WantedTiles {
  /** Chosen frames that come before the first tile. */
  readonly skipped?: number;
  readonly count: number;
  readonly choose: readonly string[];
}

/** What one decode is to give. */
export interface Wanted {
  readonly tiles?: WantedTiles | undefined;
  readonly small?: SmallSize | undefined;
  readonly text?: TextSize | undefined;
  readonly sound?: HeardSound | undefined;
  /**
   * Index of a picture stream that is only demuxed: after a seek, Matroska gives the sound from its
   * keyframe on, but where the stream is left out, from some place before it.
   */
  readonly demuxed?: number | undefined;
  /** The part of the window whose pictures are read, in ticks; all of it when missing. */
  readonly part?: { readonly from: number | undefined; readonly to: number | undefined };
}

interface Read {
  readonly picture: PictureStream;
  readonly probe: Probe;
  readonly plan: FramesPlan;
  readonly grid: TimeGrid;
}

/** Where each stream comes. */
export const PIPES = { tiles: 3, small: 4, sound: 5, text: TEXT_PIPE } as const;

/**
 * Written when a buffer of 32 KB is full: each frame and each bit of sound by itself would wake us.
 */
const WRITE_SELDOM = ['-flush_packets', '0'];

/** The filter graphs of a decode; pictures and sound have one each. */
export const readGraphs = (read: Read, wanted: Wanted): string[] => [
  ...(wanted.tiles || wanted.small ? [pictureGraph(read, wanted)] : []),
  ...(wanted.sound ? [soundGraph(read.probe, read.plan.covered, wanted.sound)] : []),
];

export const readOutputs = (
  { tiles, small, text, sound, demuxed }: Wanted,
  passthrough: readonly string[],
): string[] => [
  ...(tiles ? ['-map', '[tile]', ...passthrough, '-frames:v', String(tiles.count)] : []),
  ...(tiles ? [...RAW_PICTURES, `pipe:${PIPES.tiles}`] : []),
  ...(small ? ['-map', '[small]', ...passthrough, ...WRITE_SELDOM] : []),
  ...(small ? [...RAW_PICTURES, `pipe:${PIPES.small}`] : []),
  ...(sound ? ['-map', '[sound]', ...WRITE_SELDOM, '-f', 's16le', `pipe:${PIPES.sound}`] : []),
  ...(demuxed === undefined
    ? []
    : ['-map', `0:${demuxed}`, '-c', 'copy', '-frames:v', '1', '-f', 'null', '-']),
  ...(text ? ['-map', '[text]', ...passthrough, ...RAW_PICTURES, `pipe:${PIPES.text}`] : []),
];

function pictureGraph(read: Read, wanted: Wanted): string {
  const { picture, probe, plan, grid } = read;
  const { small, text, tiles, part } = wanted;
  const end = part?.to ?? grid.endTicks(plan.covered[1]);
  // Without small pictures the clock costs next to nothing: they are never averaged or sent.
  const clock = small
    ? [
        ...everyOtherLine(picture, small),
        `scale=${ownShape(picture.codedWidth, small.width, small.height)}:flags=area:out_range=full`,
        'format=yuv420p',
        barsAround(small.width, small.height),
        // As a player shows it: what moves to the left is to be told so. It costs least when small.
        ...turnFilters(picture),
        // Before the trim: a frame behind the window tells that the one before it was the last.
        TELL_FRAME,
        `trim=end_pts=${end}[small]`,
      ]
    : [TELL_FRAME, 'nullsink'];
  const large = text && [
    ...textSamples(grid, picture, plan.covered, { from: part?.from, to: end }),
    ...textFilters(picture, text),
    TELL_TEXT,
  ];
  const branches = [
    ['clock', clock.join(',')],
    ...(tiles ? [['frames', `${tileChain(read, tiles)}[tile]`]] : []),
    ...(large ? [['large', `${large.join(',')}[text]`]] : []),
  ];
  const names = branches.map(([name]) => `[${name}]`);
  return [
    `[0:${picture.index}]${overBlack(picture)}${sameHeight(picture)},${asShown(picture, probe.format)}${grid.plausible(probe.duration)},` +
      `split=${names.length}${names.join('')}`,
    ...branches.map(([name, chain]) => `[${name}]${chain}`),
  ].join(';');
}

function tileChain({ picture, plan }: Read, { choose, skipped = 0, count }: WantedTiles): string {
  const { everyFrame, chosenFrame } = tileFilters(picture, plan);
  // Trimmed beside `-frames:v`, because a graph of several outputs reads on, to the end of the
  // file, until each has ended.
  const trim = `trim=start_frame=${skipped}:end_frame=${skipped + count}`;
  return [...everyFrame, ...choose, trim, ...chosenFrame, TELL_TILE].join(',');
}
