import { DomainError } from '../errors.ts';
import { toMillisecond } from '../timestamp.ts';
import type { Window } from '../window.ts';

/** Of a window of which no picture can be shown. */
export const undecodablePicture = (): DomainError =>
  new DomainError(
    'no_video_stream',
    'The picture of this file cannot be decoded in the window asked, so nothing was charged. Ask for another window, or export the file anew, for example as H.264 in mp4.',
  );

/**
 * Of a window of which no sound can be heard.
 * @param why a sentence about the sound as a whole; damage of the window unless said
 */
export const undecodableSound = (
  why = 'The sound of this file cannot be decoded in the window asked.',
): DomainError =>
  new DomainError(
    'no_video_stream',
    `${why} Nothing was charged. Ask for another window, or export the file anew, for example with AAC sound in mp4.`,
  );

/** Of a file that is whole, but has more of something than is read. */
export const overLimit = (sentAndLimit: string): DomainError =>
  new DomainError('no_video_stream', `The file is over a limit, not damaged: ${sentAndLimit}`);

const MEGABYTE = 1_048_576;

const SCALE_DOWN = 'Scale the picture down, for example to 3840 x 2160, and send that.';

/** Of a decoder that took more memory than it may. */
export const overMemory = (bytes: number, what = 'it', advice = SCALE_DOWN): DomainError =>
  overLimit(
    `decoding ${what} takes more than the ${bytes / MEGABYTE} MB of memory that a decoder may have. ${advice}`,
  );

/** Of sound whose silence takes a decoder more memory than it may have, in seconds of the video. */
export const overPause = (bytes: number, [from, to]: Window): DomainError =>
  overLimit(
    `its sound pauses in ${toMillisecond(from)}-${toMillisecond(to)} s, and so much silence takes more than the ${bytes / MEGABYTE} MB of memory that a decoder may have. Ask for a window before that and one behind it.`,
  );

/** Of a file without a byte. */
export const emptyFile = (): DomainError =>
  new DomainError(
    'no_video_stream',
    'The file is empty: 0 bytes arrived. Check the file and send it again.',
  );
