import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ffmpeg } from './ffmpeg.ts';
import { quickFfmpeg } from './quick-ffmpeg.ts';

const NAMES = {
  'ts.m3u8': ['-f', 'hls', '-hls_time', '1', '-hls_playlist_type', 'vod'],
  'mp4.m3u8': [
    ...['-f', 'hls', '-hls_time', '1', '-hls_playlist_type', 'vod'],
    ...['-hls_segment_type', 'fmp4', '-hls_fmp4_init_filename', 'mp4-init.mp4'],
  ],
  'two.mpd': ['-f', 'dash', '-seg_duration', '1'],
  'mute.m3u8': ['-an', '-f', 'hls', '-hls_time', '1', '-hls_playlist_type', 'vod'],
};

export type NoiseStream = keyof typeof NAMES;
export const NOISE_STREAMS = Object.keys(NAMES) as NoiseStream[];

/** As much noise is encoded; a longer stream shows it again. */
const NOISE_SECONDS = 6;

/**
 * Streams of the same noise, which no encoder makes smaller: a megabyte in each piece of a second,
 * with two B-frames between others.
 */
export async function noiseStreams(
  folder: string,
  seconds: number,
  names: readonly NoiseStream[],
): Promise<void> {
  const [noise, coded] = [join(folder, 'noise.mkv'), join(folder, 'coded.mkv')];
  const once = Math.min(seconds, NOISE_SECONDS);
  await ffmpeg(
    ...['-f', 'lavfi', '-i', `testsrc2=s=320x180:r=25:d=${once},noise=alls=80:allf=t`],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-qp', '30', '-g', '25', '-bf', '2', noise],
  );
  const again = ['-stream_loop', String(seconds / once - 1), '-i', noise];
  const heard = ['-f', 'lavfi', '-i', `sine=440:d=${seconds}`, '-c:a', 'aac'];
  await quickFfmpeg(...again, ...heard, '-c:v', 'copy', coded);
  for (const name of names) {
    // The packaged one cuts DASH in another way.
    const make = name === 'two.mpd' ? ffmpeg : quickFfmpeg;
    await make('-i', coded, '-c', 'copy', ...NAMES[name], join(folder, name));
  }
  await Promise.all([noise, coded].map((file) => rm(file)));
}
