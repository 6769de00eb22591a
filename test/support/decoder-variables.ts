/**
 * The decoder as a run of tests has found it, for services that are processes; nothing where a
 * program that is no test starts one, which finds it by itself.
 */
export function decoderVariables(): NodeJS.ProcessEnv {
  const { FFMPEG_PATH, FFPROBE_PATH, FFMPEG_RELEASE } = process.env;
  return FFMPEG_RELEASE === undefined ? {} : { FFMPEG_PATH, FFPROBE_PATH, FFMPEG_RELEASE };
}
