import packagedFfmpeg from '@ffmpeg-installer/ffmpeg';
import packagedFfprobe from '@ffprobe-installer/ffprobe';

/**
 * Variables of the packaged decoder, which starts in 3 ms, where that of a distribution takes 60 ms
 * of CPU each time: for services whose suites tell nothing of how a file is decoded.
 */
export const quickDecoder = {
  FFMPEG_PATH: packagedFfmpeg.path,
  FFPROBE_PATH: packagedFfprobe.path,
  // It is of no release; each process asks it, which takes no time.
  FFMPEG_RELEASE: '0',
};
