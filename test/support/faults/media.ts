import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ffmpeg } from '../clips/ffmpeg.ts';
import { quickFfmpeg } from '../clips/quick-ffmpeg.ts';

/** What the scenes are about. Noise does not shrink, so that seconds of it are megabytes. */
export interface Media {
  readonly folder: string;
  readonly clip: Uint8Array<ArrayBuffer>;
  readonly master: Uint8Array<ArrayBuffer>;
  readonly speech: Uint8Array<ArrayBuffer>;
  /** Tens of megabytes, made when they are first asked for. */
  long(): Promise<Uint8Array<ArrayBuffer>>;
}

const SPOKEN = 'good evening and welcome to our programme tonight';

/**
 * Makes a clip, a master for a working copy, a sound of speech, and the clip as a stream of pieces.
 * @param seconds of the clip
 */
export async function makeMedia(folder: string, seconds = 6): Promise<Media> {
  await mkdir(folder, { recursive: true });
  const at = (name: string) => join(folder, name);
  const picture = [
    '-f',
    'lavfi',
    '-i',
    `testsrc2=d=${seconds}:s=256x144:r=15,noise=alls=40:allf=t`,
  ];
  const coded = ['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '20', '-g', '15'];
  await ffmpeg(...picture, ...coded, '-pix_fmt', 'yuv420p', at('clip.mp4'));
  const hls = ['-c', 'copy', '-f', 'hls', '-hls_time', '2', '-hls_list_size', '0'];
  await quickFfmpeg('-i', at('clip.mp4'), ...hls, at('index.m3u8'));
  const short = ['-f', 'lavfi', '-i', 'testsrc2=d=2:s=256x144:r=15,noise=alls=20:allf=t'];
  await ffmpeg(...short, '-c:v', 'prores_ks', at('master.mov'));
  await ffmpeg('-f', 'lavfi', '-i', `flite=text='${SPOKEN}':voice=slt`, at('speech.wav'));
  const bytes = async (name: string) => new Uint8Array(await readFile(at(name)));
  const makeLong = async () => {
    const noise = ['-f', 'lavfi', '-i', 'testsrc2=d=20:s=640x360:r=25,noise=alls=60:allf=t'];
    await ffmpeg(...noise, ...coded, '-pix_fmt', 'yuv420p', at('long.mp4'));
    return bytes('long.mp4');
  };
  let long: Promise<Uint8Array<ArrayBuffer>> | undefined;
  return {
    folder,
    clip: await bytes('clip.mp4'),
    master: await bytes('master.mov'),
    speech: await bytes('speech.wav'),
    long: () => {
      long ??= makeLong();
      return long;
    },
  };
}
