import { type Frame, framesWithin, type Opening, ptsOf } from './list-frames.ts';

/**
 * The first frames are within the first of these, where the packets of all streams that were
 * decoded with the description held none that was timed; behind a long cut of an edit list they come
 * later.
 */
const FIRST_PACKETS = [24, 300, 3000];

/**
 * The first displayed frames, as a decoder gives them: edit lists and hidden frames are honoured.
 * @param described those that came with the description, of all streams
 */
export async function firstFrames(
  opening: Opening,
  described: readonly Frame[],
): Promise<readonly Frame[]> {
  const known = described.filter(({ stream_index }) => stream_index === opening.stream);
  if (areTimed(known)) return known;
  let frames: readonly Frame[] = known;
  for (const packets of FIRST_PACKETS) {
    frames = await framesWithin(opening, `%+#${packets}`);
    if (areTimed(frames)) break;
  }
  return frames;
}

/** A decoder that is ended early gives its last frames without times where a container has none. */
const areTimed = (frames: readonly Frame[]): boolean =>
  frames.some((frame) => ptsOf(frame) !== undefined);
