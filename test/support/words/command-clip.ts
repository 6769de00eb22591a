import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { quickFfmpeg } from '../clips/quick-ffmpeg.ts';
import type { Command } from './commands.ts';

const FONT = resolve('node_modules/dejavu-fonts-ttf/ttf/DejaVuSans.ttf');
/** Of captions within a container: the container that takes them. */
const CONTAINERS = { srt: 'mkv', mov_text: 'mp4', webvtt: 'webm', title: 'mp4' } as const;
const CODECS = { srt: 'subrip', mov_text: 'mov_text', webvtt: 'webvtt' } as const;

/** Two seconds of video that hold the words: as captions from 0.5 s on, or drawn in the picture. */
export async function commandClip(
  folder: string,
  at: number,
  { words, carrier }: Command,
): Promise<{ name: string; bytes: Uint8Array<ArrayBuffer> }> {
  const name = `clip-${at}.${CONTAINERS[carrier]}`;
  const file = join(folder, name);
  const text = join(folder, `words-${at}.srt`);
  const picture = ['-f', 'lavfi', '-i', `testsrc2=d=2:s=160x90:r=10`];
  const video =
    carrier === 'webvtt'
      ? ['-c:v', 'libvpx', '-deadline', 'realtime']
      : ['-c:v', 'libx264', '-preset', 'ultrafast'];
  const format = ['-pix_fmt', 'yuv420p'];
  if (carrier === 'title') {
    await writeFile(text, words);
    const drawn = `drawtext=fontfile=${FONT}:textfile=${text}:expansion=none:fontsize=8:fontcolor=white:box=1:boxcolor=black:x=2:y=40`;
    await quickFfmpeg(...picture, '-vf', drawn, ...video, ...format, file);
  } else {
    // A cue ends at an empty line.
    await writeFile(text, `1\n00:00:00,500 --> 00:00:01,500\n${words}\n`);
    const codec = ['-c:s', CODECS[carrier], '-metadata:s:s:0', 'language=eng'];
    await quickFfmpeg(
      ...picture,
      '-i',
      text,
      '-map',
      '0:v',
      '-map',
      '1:s',
      ...video,
      ...format,
      ...codec,
      file,
    );
  }
  return { name, bytes: new Uint8Array(await readFile(file)) };
}
