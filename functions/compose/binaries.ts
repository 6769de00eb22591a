import { type Binaries, findBinaries } from '../../layers/media/ffmpeg/binaries.ts';

interface BinariesEnv {
  readonly FFMPEG_PATH?: string | undefined;
  readonly FFPROBE_PATH?: string | undefined;
  /** Major release of both. */
  readonly FFMPEG_RELEASE?: string | undefined;
}

/** The decoder that the environment names, else the one that is found. */
export const binariesIn = (env: BinariesEnv): Promise<Binaries> =>
  findBinaries({
    ffmpeg: env.FFMPEG_PATH,
    ffprobe: env.FFPROBE_PATH,
    release: Number(env.FFMPEG_RELEASE ?? 0),
  });

/** Variables by which other processes take the same decoder, and start without asking it. */
export async function binariesVariables(env: BinariesEnv): Promise<Record<string, string>> {
  const { ffmpeg, ffprobe, release } = await binariesIn(env);
  return { FFMPEG_PATH: ffmpeg, FFPROBE_PATH: ffprobe, FFMPEG_RELEASE: String(release) };
}
