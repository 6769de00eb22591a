import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { quickFfmpeg } from './quick-ffmpeg.ts';

/** The bytes of a second of video, made in a folder. */
export async function smallClip(folder: string): Promise<Uint8Array<ArrayBuffer>> {
  const path = join(folder, 'clip.mp4');
  await quickFfmpeg('-f', 'lavfi', '-i', 'testsrc2=duration=1:size=160x90:rate=25', path);
  return new Uint8Array(await readFile(path));
}
