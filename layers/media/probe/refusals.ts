import { DomainError } from '../../domain/errors.ts';

/** Of bytes that cannot be read as a video. */
export const notMedia = (why: string): DomainError =>
  new DomainError(
    'no_video_stream',
    `The file cannot be read as a video: ${why}. Send mp4, mov, mkv, webm, avi, mxf, gxf, lxf, ts or dv.`,
  );

/** Matroska times blocks by signed offsets; FFmpeg gives no time to a picture before zero. */
export const untimed = (): DomainError =>
  new DomainError(
    'no_video_stream',
    'The first pictures of the file have no time, as those that Matroska keeps from before its zero: their seconds cannot be named. Write it anew from zero (`ffmpeg -i FILE -c copy FIXED.mkv`) and send that.',
  );

/** Of a few pictures stored out of order AVI times none. */
export const untimedThroughout = (): DomainError =>
  notMedia(
    'none of its pictures has a time; encode it anew (`ffmpeg -i FILE FIXED.mp4`) and send that',
  );

/** As of an mp4 whose table of times (stts) is nothing but zeros. */
export const allAtOnce = (): DomainError =>
  notMedia(
    'all of its pictures have one and the same time, and no second can be named; write it anew with the times that its pictures had',
  );

/** Of an mp4 whose picture has a timescale of zero. */
export const unscaled = (): DomainError =>
  notMedia(
    'its index does not say how many ticks of its picture a second has (timescale 0), and no second can be named',
  );

/** Of files that were put one behind the other. */
export const restarted = (): DomainError =>
  notMedia(
    'its clock steps back in the middle, as where files were put one behind the other, and no second can be named. Send its parts one by one, or joined by a tool that gives them one clock',
  );

/** Releases 5 and 6 of FFmpeg set up their filters anew wherever a frame begins or ends to say it. */
export const turnedNowAndThen = (): DomainError =>
  notMedia(
    'only some of its pictures say how they are turned, which the FFmpeg of this service takes for a new video at each of them. FFmpeg 7 reads it; encode it anew (`ffmpeg -i FILE FIXED.mp4`) and send that',
  );
