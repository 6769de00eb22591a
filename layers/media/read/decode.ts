import { availableParallelism } from 'node:os';
import { DomainError } from '../../domain/errors.ts';
import type { FramesPlan } from '../../domain/frames/frames-plan.ts';
import type { PictureStream, Probe } from '../../domain/sources/probe.ts';
import type { Binaries } from '../ffmpeg/binaries.ts';
import { guards, inputName, PIXEL_GUARD, packetsByIndex } from '../ffmpeg/input.ts';
import { startTool, type Tool } from '../ffmpeg/process.ts';
import { uncut } from '../picture-space.ts';
import { TELLING_DECODE } from './faults.ts';

/** What is read of one file, and what is known of it. */
export interface Reading {
  readonly probe: Probe;
  readonly picture: PictureStream;
  readonly plan: FramesPlan;
  readonly signal: AbortSignal;
}

/** @throws DomainError no_video_stream when the file has no picture */
export function readingOf(probe: Probe, plan: FramesPlan, signal: AbortSignal): Reading {
  const { picture } = probe;
  if (!picture) throw new DomainError('no_video_stream', 'This file holds sound but no picture.');
  return { probe, picture, plan, signal };
}

/** What a read of one file has in common over all its processes. */
export interface Source extends Reading {
  readonly binaries: Binaries;
  readonly input: string;
  /** Threads that decode, where others decode beside it; else as many as pay alone. */
  readonly threads?: number | undefined;
}

/**
 * One tile's picture and the presentation time of its frame, in ticks. Valid until the next is
 * taken.
 */
export interface Tile {
  readonly pts: number;
  readonly rgb: Buffer;
  /** The picture of the tile's second could not be decoded: this is one from before. */
  readonly lost?: boolean;
}

/** Loop filtering is skipped on frames that nothing refers to when tiles are this much smaller. */
const COARSE_SCALE = 2;

/**
 * Each thread holds a frame. Above 4K that is up to 106 MB, and 8K HEVC of 10 bits takes 960 MB
 * with two.
 */
const HUGE_PIXELS = 4096 * 2304;
const THREADS_OF_HUGE = 2;
/**
 * Threads beside one for each core: pictures are handed on in order, so while one is waited for
 * others would stand still.
 */
const SPARE = 2;

/**
 * How pictures leave, copied by the thread that has them: ffmpeg else wakes one of several for each
 * copy, which costs more than the copy.
 */
export const RAW_PICTURES = ['-threads', '1', '-f', 'rawvideo'] as const;

/** Starts an ffmpeg that reads the source through filter graphs. */
export function startDecode(
  { binaries, input, probe, picture, plan, signal, threads }: Source,
  {
    seek,
    keyframesOnly = false,
    graphs,
    outputs,
    pipes,
  }: {
    /** Second on the file's clock; reading starts at the keyframe before it. */
    seek?: number | undefined;
    keyframesOnly?: boolean;
    /**
     * Picture and sound apart: sound that changes its form sets up its own graph anew, and no
     * other; and pictures are not held back until the first sound is decoded.
     */
    graphs: readonly string[];
    outputs: readonly string[];
    pipes: number;
  },
): Tool {
  const coarse = plan.crop.width >= plan.geometry.tile[0] * COARSE_SCALE;
  const args = [
    ...TELLING_DECODE,
    '-noautorotate',
    '-threads',
    String(threads ?? threadsFor(picture)),
    ...PIXEL_GUARD,
    ...uncut(picture),
    ...(coarse ? ['-skip_loop_filter', 'noref'] : []),
    // Not with `-discard`: of MP4 whose pictures are stored out of order the demuxer then takes the
    // times of others for theirs.
    ...(keyframesOnly ? ['-skip_frame', 'nokey'] : []),
    // A graph that is set up anew in the middle of a file would make its tiles from the first one
    // on again.
    `-reinit_filter:${picture.index}`,
    '0',
    ...guards(input, binaries),
    ...packetsByIndex(probe),
    ...(seek === undefined
      ? []
      : ['-seek_timestamp', '1', '-noaccurate_seek', '-ss', seek.toFixed(6)]),
    '-i',
    inputName(input, binaries),
    '-filter_complex_threads',
    '1',
    ...graphs.flatMap((graph) => ['-filter_complex', graph]),
    ...outputs,
  ];
  return startTool(binaries.ffmpeg, args, { pipes, signal, proxy: binaries.proxy });
}

function threadsFor({ codedWidth, codedHeight }: PictureStream): number {
  const huge = codedWidth * codedHeight > HUGE_PIXELS;
  return huge ? Math.min(availableParallelism(), THREADS_OF_HUGE) : availableParallelism() + SPARE;
}
