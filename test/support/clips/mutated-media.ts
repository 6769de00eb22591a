import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Dice, dice } from '../../../bench/detectors/random.ts';
import { ffmpeg } from './ffmpeg.ts';

type Bytes = Buffer<ArrayBuffer>;

export interface MutatedFile {
  /** Says what was done to which kind, and can be made again from the seed. */
  readonly name: string;
  readonly bytes: Bytes;
}

const PICTURE = ['-f', 'lavfi', '-i', 'testsrc2=s=320x180:r=25:d=2'];
const PAL = ['-f', 'lavfi', '-i', 'testsrc2=s=720x576:r=25:d=1'];
const SOUND = ['-f', 'lavfi', '-i', 'sine=d=2:r=48000'];
const H264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '12'];
const MPEG2 = ['-c:v', 'mpeg2video', '-b:v', '3M'];

/** A small whole file of each kind that is taken. */
const KINDS: Readonly<Record<string, readonly string[]>> = {
  'clip.mp4': [...PICTURE, ...SOUND, ...H264, '-c:a', 'aac', '-movflags', '+faststart'],
  'clip.mov': [...PICTURE, ...SOUND, '-c:v', 'mpeg4', '-c:a', 'pcm_s16le'],
  'clip.mkv': [...PICTURE, ...SOUND, ...H264, '-c:a', 'aac'],
  'clip.webm': [...PICTURE, '-c:v', 'libvpx', '-b:v', '500k', '-deadline', 'realtime'],
  'clip.avi': [...PICTURE, ...SOUND, '-c:v', 'mpeg4', '-c:a', 'mp3'],
  'clip.mxf': [...PAL, ...SOUND, ...MPEG2, '-c:a', 'pcm_s16le', '-shortest'],
  'clip.gxf': [...PAL, ...MPEG2],
  'clip.ts': [...PICTURE, ...SOUND, ...H264, '-c:a', 'mp2'],
  'clip.dv': [...PAL, ...SOUND, '-target', 'pal-dv', '-shortest'],
  'clip.mp3': [...SOUND, '-c:a', 'mp3'],
  'clip.wav': [...SOUND, '-c:a', 'pcm_s16le'],
};

type Mutation = (bytes: Bytes, random: Dice) => Bytes;

const HEADER_BYTES = 4096;

const scatter = (bytes: Bytes, random: Dice, end: number, count: number) => {
  for (let i = 0; i < count; i++) bytes[random.whole(0, end - 1)] = random.whole(0, 255);
  return bytes;
};

/** Each changes the bytes in place and answers with what is left of them. */
const MUTATIONS: Readonly<Record<string, Mutation>> = {
  header: (bytes, random) =>
    scatter(bytes, random, Math.min(bytes.length, HEADER_BYTES), random.whole(1, 60)),
  truncated: (bytes, random) => bytes.subarray(0, random.whole(1, bytes.length - 1)),
  scattered: (bytes, random) =>
    scatter(bytes, random, bytes.length, Math.ceil(bytes.length * random.between(0.0005, 0.02))),
  blank: (bytes, random) => {
    const start = random.whole(0, bytes.length - 2);
    return bytes.fill(random.pick([0, 255]), start, start + random.whole(1, bytes.length - start));
  },
  // Sizes, counts and times are 32-bit numbers in most containers.
  numbers: (bytes, random) => {
    const end = Math.min(bytes.length, random.pick([HEADER_BYTES, bytes.length])) - 4;
    for (let i = random.whole(1, 24); i > 0; i--) {
      const value = random.pick([0, 1, 0x7fffffff, 0x80000000, 0xffffffff, 0xfffffff0]);
      bytes.writeUInt32BE(value, random.whole(0, end));
    }
    return bytes;
  },
  shuffled: (bytes, random) => {
    const length = random.whole(1, Math.floor(bytes.length / 4));
    const [from, to] = [0, 0].map(() => random.whole(0, bytes.length - length));
    bytes.copy(bytes, to, from, (from ?? 0) + length);
    return bytes;
  },
};

/** Makes damaged files of every kind; the same seed makes the same ones. */
export async function* mutatedMedia(
  folder: string,
  count: number,
  seed: number,
): AsyncGenerator<MutatedFile> {
  await mkdir(folder, { recursive: true });
  const originals: [string, Buffer][] = [];
  for (const [kind, args] of Object.entries(KINDS).slice(0, count)) {
    const path = join(folder, kind);
    await ffmpeg(...args, '-fflags', '+bitexact', path);
    originals.push([kind, await readFile(path)]);
  }
  const random = dice(seed);
  for (let at = 0; at < count; at++) {
    const [kind, whole] = originals[at % originals.length] ?? ['', Buffer.alloc(1)];
    const [how, mutate] = random.pick(Object.entries(MUTATIONS));
    const bytes = Buffer.from(whole);
    yield { name: `${seed}-${at}-${how}-${kind}`, bytes: mutate(bytes, random) };
  }
}
