import { DomainError } from './errors.ts';

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
