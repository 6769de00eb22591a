import { spreadWords } from '../../domain/segments.ts';
import { toMillisecond } from '../../domain/timestamp.ts';
import type { Segment } from '../../domain/transcript.ts';
import { cleanCues } from './clean-cues.ts';
import { type Cue, parseSrt, parseVtt } from './parse-srt.ts';

const PARSERS = { srt: parseSrt, vtt: parseVtt };

/**
 * The captions of a file that was offered beside a video, whose clock begins with the video's first frame.
 * @returns in order, in seconds; empty when the text holds no captions
 */
export const parseCaptionFile = (text: string, format: 'vtt' | 'srt'): Segment[] =>
  captionSegments(PARSERS[format](text), 0);

/**
 * Cleans captions and puts them on the video's clock.
 * @param origin second of the first frame on the captions' clock
 */
export const captionSegments = (cues: readonly Cue[], origin: number): Segment[] =>
  cleanCues(cues)
    .filter(({ end }) => end > origin)
    .map((cue) => segmentOf(cue, origin));

/** Whoever wrote a caption knew what was said, but of a word only the caption's time is known. */
function segmentOf({ start, end, lines }: Cue, origin: number): Segment {
  const segment = {
    start: toMillisecond(Math.max(0, start - origin)),
    end: toMillisecond(end - origin),
    text: lines.join(' '),
    confidence: 1,
  };
  return { ...segment, words: spreadWords(segment) };
}
