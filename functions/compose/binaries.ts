import { type Binaries, findBinaries } from '../../layers/media/ffmpeg/binaries.ts';

interface BinariesEnv {
  readonly FFMPEG_PATH?: string | undefined;
  readonly FFPROBE_PATH?: string | undefined;
}

/** The decoder that the environment names, else the one that is found. */
export const binariesIn = ({ FFMPEG_PATH, FFPROBE_PATH }: BinariesEnv): Promise<Binaries> =>
  findBinaries({ ffmpeg: FFMPEG_PATH, ffprobe: FFPROBE_PATH });
