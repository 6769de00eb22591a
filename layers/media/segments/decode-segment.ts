import type { FramesPlan } from '../../domain/frames/frames-plan.ts';
import type { Probe } from '../../domain/sources/probe.ts';
import type { Binaries } from '../ffmpeg/binaries.ts';
import { readingOf } from '../read/decode.ts';
import { decodePictures } from './decode-pictures.ts';
import { decodeSound } from './decode-sound.ts';
import { decodeTiles } from './decode-tiles.ts';
import type { PicturesSegment, SegmentPlan } from './segment-plan.ts';
import { type SegmentRecord, writeRecord } from './segment-record.ts';

/** A file that is read in segments, and what is to be read of it. */
export interface CutSource {
  readonly binaries: Binaries;
  /** A file path or an http(s) address. */
  readonly input: string;
  readonly probe: Probe;
  readonly plan: FramesPlan;
}

/** Of a decode that is one among many: further ones would wait for each other on its core. */
const THREADS = 1;

/**
 * Decodes one segment of a read into an empty folder: its streams, and `segment.json` when they are
 * whole.
 * @throws DomainError no_video_stream when the file has no picture, or its decoder takes too much
 * memory
 * @throws SourceFault when the source was lost on the way
 */
export async function decodeSegment(
  { binaries, input, probe, plan }: CutSource,
  segment: SegmentPlan,
  folder: string,
  signal: AbortSignal,
): Promise<SegmentRecord> {
  const source = { binaries, input, ...readingOf(probe, plan, signal) };
  const record =
    segment.kind === 'pictures'
      ? await decodePictures(
          isCut(segment) ? { ...source, threads: THREADS } : source,
          segment,
          folder,
        )
      : segment.kind === 'sound'
        ? await decodeSound(source, folder)
        : await decodeTiles(source, segment, folder);
  await writeRecord(folder, record);
  return record;
}

const isCut = ({ from, to }: PicturesSegment): boolean => from !== null || to !== null;
