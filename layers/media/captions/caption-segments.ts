import { toMillisecond } from '../../domain/timestamp.ts';
import { spreadWords } from '../../domain/transcript/segments.ts';
import type { Segment } from '../../domain/transcript/transcript.ts';
import { TranscriptSize } from '../../domain/transcript/transcript-limits.ts';
import type { Window } from '../../domain/window.ts';
import { cleanCues, inOrder, untilTheNext } from './clean-cues.ts';
import { type CaptionFormat, type Cue, linesOf, parseCues } from './parse-cues.ts';

interface Asked {
  readonly format: CaptionFormat;
  /** Second of the first frame on the captions' clock. */
  readonly origin: number;
  /** Of which captions are wanted, in seconds from the first frame. */
  readonly window: Window;
  /** Of the video, in seconds: a caption that stands beyond it was said within it. */
  readonly duration: number;
  /** When something begins on the captions' clock, where captions do not tell how long they last. */
  readonly begins?: readonly number[];
}

/**
 * The captions of a file that was offered beside a video, whose clock begins with the video's first
 * frame.
 * @returns those of the window, in order, in seconds; undefined when the text holds no captions
 */
export const parseCaptionFile = (
  text: string,
  format: CaptionFormat,
  { window, duration }: Pick<Asked, 'window' | 'duration'>,
): Promise<Segment[] | undefined> =>
  captionSegments(linesOf(text), { format, origin: 0, window, duration });

/**
 * Captions that are read beyond the limits of a transcript, so that it is known where it can end.
 */
const BEYOND = 200;

/**
 * Reads captions, cleans them and puts them on the video's clock. What is held is bounded by what
 * one transcript holds: reading ends there, or at the end of the window.
 * @returns those of the window, in order; undefined when the file has none at all
 */
export async function captionSegments(
  lines: AsyncIterable<string> | Iterable<string>,
  { format, origin, window: [start, end], duration, begins = [] }: Asked,
): Promise<Segment[] | undefined> {
  let segments: Segment[] | undefined;
  const size = new TranscriptSize();
  let beyond = 0;
  for await (const cue of cleanCues(untilTheNext(inOrder(parseCues(lines, format)), begins))) {
    if (cue.end <= origin) continue;
    segments ??= [];
    if (cue.start - origin >= end) break;
    if (cue.end - origin <= start) continue;
    const segment = segmentOf(cue, origin, duration);
    segments.push(segment);
    size.add(segment);
    if (size.isOver) beyond += 1;
    if (beyond > BEYOND) break;
  }
  return segments;
}

/** Whoever wrote a caption knew what was said, but of a word only the caption's time is known. */
function segmentOf({ start, end, lines }: Cue, origin: number, duration: number): Segment {
  const segment = {
    start: toMillisecond(Math.max(0, start - origin)),
    end: toMillisecond(Math.min(end - origin, Math.max(start - origin, duration))),
    text: lines.join(' '),
    confidence: 1,
  };
  return { ...segment, words: spreadWords(segment) };
}
