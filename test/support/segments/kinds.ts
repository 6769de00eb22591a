import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ffmpeg } from '../clips/ffmpeg.ts';
import { QUARTER_TURNS, turned } from '../clips/turned.ts';

/** A kind of file whose read is cut. */
export interface Kind {
  /** Its file's name. */
  readonly name: string;
  /** Arguments of ffmpeg behind the scenes' file, input 0. */
  readonly args: readonly string[];
  /** Arguments before it. */
  readonly before?: readonly string[];
  /** What is done to the bytes then. */
  readonly damage?: (bytes: Buffer) => Buffer;
  /** Whether its keyframes allow no cut at all. */
  readonly isWhole?: true;
}

const x264 = ['-c:v', 'libx264', '-preset', 'veryfast', '-pix_fmt', 'yuv420p'];
const x265 = ['-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params'];
const aac = ['-c:a', 'aac'];
const g12 = ['-g', '12'];
const wholeSound = ['-map', '0:v', '-map', '0:a'];
const apart = (offset: string) => ['-itsoffset', offset];

const zeroed = (bytes: Buffer) =>
  bytes.fill(0, Math.floor(bytes.length * 0.45), Math.floor(bytes.length * 0.55));
/** Every fortieth byte of a part. */
const spoilt = (bytes: Buffer) => {
  for (let i = Math.floor(bytes.length * 0.5); i < bytes.length * 0.56; i += 40) {
    bytes[i] = (bytes[i] ?? 0) ^ 0xa5;
  }
  return bytes;
};
const short = (bytes: Buffer) => bytes.subarray(0, Math.floor(bytes.length * 0.7));

const rate = (fps: string) => ['-vf', `fps=${fps}`];

export const KINDS: readonly Kind[] = [
  { name: 'gop-1.mp4', args: [...x264, '-g', '1', ...aac] },
  { name: 'gop-12.mp4', args: [...x264, ...g12, ...aac] },
  {
    name: 'gop-250.mp4',
    args: [...x264, '-g', '999', '-sc_threshold', '0', ...aac],
    isWhole: true,
  },
  {
    name: 'open-gop.mp4',
    args: [...x264, '-x264-params', 'open-gop=1:bframes=3:keyint=24', ...aac],
  },
  {
    name: 'open-gop.ts',
    args: [...x264, '-x264-params', 'open-gop=1:bframes=3:keyint=24', ...aac],
  },
  { name: 'open-gop-hevc.mp4', args: [...x265, 'log-level=none:keyint=24:open-gop=1', ...aac] },
  { name: 'hevc.mkv', args: [...x265, 'log-level=none:keyint=24:open-gop=0', '-c:a', 'libopus'] },
  {
    name: 'intra-refresh.mp4',
    args: [...x264, '-x264-params', 'intra-refresh=1:keyint=24', ...aac],
  },
  {
    name: 'intra-refresh.ts',
    args: [...x264, '-x264-params', 'intra-refresh=1:keyint=24', ...aac],
  },
  {
    name: 'varying.mp4',
    args: ['-vf', "select='lt(mod(n,7),3)'", '-fps_mode', 'vfr', ...x264, ...g12, ...aac],
  },
  {
    name: 'varying.mkv',
    args: [
      '-vf',
      "select='gt(mod(n,11),4)'",
      '-fps_mode',
      'vfr',
      ...x264,
      ...g12,
      '-c:a',
      'libvorbis',
    ],
  },
  {
    name: 'fragmented.mp4',
    args: [...x264, '-g', '24', ...aac, '-movflags', 'frag_keyframe+empty_moov'],
  },
  { name: 'hole.mp4', args: [...x264, ...g12, ...aac, '-movflags', '+faststart'], damage: zeroed },
  { name: 'hole.ts', args: [...x264, ...g12, ...aac], damage: zeroed },
  { name: 'spoilt.mkv', args: [...x264, ...g12, ...aac], damage: spoilt },
  {
    name: 'spoilt.ts',
    args: ['-c:v', 'mpeg2video', '-b:v', '1M', ...g12, '-c:a', 'mp2'],
    damage: spoilt,
  },
  {
    name: 'edit-list.mp4',
    before: ['-ss', '1.13'],
    args: [...x264, '-g', '24', '-bf', '3', ...aac, '-movflags', '+use_metadata_tags'],
  },
  {
    name: 'late-sound.mp4',
    before: apart('0'),
    args: [...x264, ...g12, '-af', 'asetpts=PTS+2.2/TB', ...aac],
  },
  {
    name: 'early-sound.mkv',
    args: [...x264, ...g12, '-vf', 'setpts=PTS+1.5/TB', '-fps_mode', 'passthrough', ...aac],
  },
  {
    name: 'interlaced.mp4',
    args: [
      '-vf',
      'tinterlace=interleave_top',
      ...x264,
      '-flags',
      '+ildct+ilme',
      '-x264-params',
      'tff=1:keyint=12',
      ...aac,
    ],
  },
  {
    name: 'interlaced-mpeg2.ts',
    args: [
      '-vf',
      'tinterlace=interleave_top,scale=720:576:interl=1,setfield=tff',
      '-c:v',
      'mpeg2video',
      '-flags',
      '+ildct+ilme',
      '-b:v',
      '4M',
      ...g12,
      '-bf',
      '2',
      '-c:a',
      'mp2',
    ],
  },
  {
    name: 'hdr10.mkv',
    args: [
      '-pix_fmt',
      'yuv420p10le',
      ...x265,
      'log-level=none:keyint=24:colorprim=bt2020:transfer=smpte2084:colormatrix=bt2020nc',
      '-color_primaries',
      'bt2020',
      '-color_trc',
      'smpte2084',
      '-colorspace',
      'bt2020nc',
      ...aac,
    ],
  },
  { name: 'ntsc.mp4', args: [...rate('30000/1001'), ...x264, '-g', '15', ...aac] },
  { name: 'film.mp4', args: [...rate('24000/1001'), ...x264, '-g', '24', ...aac] },
  { name: 'film.mkv', args: [...rate('24000/1001'), ...x264, '-g', '24', '-c:a', 'flac'] },
  { name: 'ntsc-60.mp4', args: [...rate('60000/1001'), ...x264, '-g', '30', ...aac] },
  { name: 'plain.ts', args: [...x264, '-g', '24', '-bf', '2', ...aac] },
  { name: 'plain.mkv', args: [...x264, '-g', '24', '-bf', '2', '-c:a', 'ac3'] },
  {
    name: 'vp9.webm',
    args: [
      '-c:v',
      'libvpx-vp9',
      '-deadline',
      'realtime',
      '-cpu-used',
      '8',
      '-g',
      '24',
      '-b:v',
      '400k',
      '-c:a',
      'libopus',
    ],
  },
  {
    name: 'vp8.webm',
    args: [
      '-c:v',
      'libvpx',
      '-deadline',
      'realtime',
      '-cpu-used',
      '8',
      '-g',
      '24',
      '-b:v',
      '400k',
      '-auto-alt-ref',
      '1',
      '-c:a',
      'libvorbis',
    ],
  },
  {
    name: 'av1.mp4',
    args: ['-c:v', 'libsvtav1', '-preset', '12', '-g', '24', '-pix_fmt', 'yuv420p', ...aac],
  },
  {
    name: 'mpeg4.avi',
    args: ['-c:v', 'mpeg4', '-bf', '2', ...g12, '-b:v', '1M', '-c:a', 'libmp3lame'],
  },
  { name: 'mpeg4.mp4', args: ['-c:v', 'mpeg4', '-bf', '2', ...g12, '-b:v', '1M', ...aac] },
  { name: 'mjpeg.mov', args: ['-c:v', 'mjpeg', '-pix_fmt', 'yuvj420p', '-c:a', 'pcm_s16le'] },
  {
    name: 'prores.mov',
    args: ['-c:v', 'prores_ks', '-profile:v', '0', '-pix_fmt', 'yuv422p10le', '-c:a', 'pcm_s16le'],
  },
  {
    name: 'turned.mp4',
    args: [...x264, ...g12, ...aac],
    damage: (bytes) => turned(bytes, QUARTER_TURNS[270]),
  },
  { name: 'cropped.mp4', args: ['-vf', 'crop=250:138', ...x264, ...g12, ...aac] },
  { name: 'letterbox.mp4', args: ['-vf', 'pad=256:200:0:28', ...x264, ...g12, ...aac] },
  { name: 'no-sound.mp4', args: [...x264, ...g12, '-an'] },
  {
    name: 'sound-at-end.mp4',
    args: [...x264, ...g12, '-af', 'atrim=0:1.5,asetpts=PTS+7.4/TB', ...aac],
  },
  { name: 'late-start.ts', args: [...x264, ...g12, ...aac, '-output_ts_offset', '7.3'] },
  { name: 'late-start.mkv', args: [...x264, ...g12, ...aac, '-output_ts_offset', '3.217'] },
  {
    name: 'negative-start.mov',
    args: [...x264, ...g12, ...aac, '-output_ts_offset', '-0.7', '-avoid_negative_ts', 'disabled'],
  },
  { name: 'short.mkv', args: [...x264, ...g12, ...aac], damage: short },
  { name: 'short.ts', args: [...x264, ...g12, ...aac], damage: short },
  {
    name: 'alpha.webm',
    args: [
      '-pix_fmt',
      'yuva420p',
      '-c:v',
      'libvpx-vp9',
      '-deadline',
      'realtime',
      '-cpu-used',
      '8',
      '-g',
      '24',
      '-auto-alt-ref',
      '0',
      '-b:v',
      '400k',
      '-c:a',
      'libopus',
    ],
  },
  {
    name: 'ten-bit.mp4',
    args: ['-c:v', 'libx264', '-preset', 'veryfast', '-pix_fmt', 'yuv420p10le', ...g12, ...aac],
  },
  {
    name: 'full-colour.mp4',
    args: ['-c:v', 'libx264', '-preset', 'veryfast', '-pix_fmt', 'yuv444p', ...g12, ...aac],
  },
  {
    name: 'many-streams.mkv',
    args: ['-map', '0:v', '-map', '0:a', '-map', '0:v', '-map', '0:a', ...x264, ...g12, ...aac],
  },
  {
    name: 'still.mp4',
    args: ['-vf', 'trim=end_frame=1,tpad=stop_mode=clone:stop_duration=9', ...x264, ...g12, ...aac],
  },
  { name: 'windows.wmv', args: ['-c:v', 'wmv2', '-b:v', '800k', ...g12, '-c:a', 'wmav2'] },
  {
    name: 'sorenson.flv',
    args: ['-c:v', 'flv', '-b:v', '800k', ...g12, '-c:a', 'libmp3lame', '-ar', '44100'],
  },
  {
    name: 'program.mpg',
    args: ['-c:v', 'mpeg2video', '-b:v', '2M', '-r', '25', ...g12, '-bf', '2', '-c:a', 'mp2'],
  },
  {
    name: 'broadcast.mxf',
    args: [
      '-r',
      '25',
      '-c:v',
      'mpeg2video',
      '-b:v',
      '2M',
      ...g12,
      '-bf',
      '2',
      '-c:a',
      'pcm_s16le',
      '-ar',
      '48000',
    ],
  },
];

/**
 * Ten seconds in which things happen for a while, so that cuts fall into them: a dissolve (2 to 3
 * s), a picture that stands still (4 to 5.4 s), silence (5 to 6.6 s), a title (6 to 8 s).
 */
export async function makeScenes(file: string): Promise<void> {
  const first = 'testsrc2=s=256x144:r=30:d=3';
  const second = 'mandelbrot=s=256x144:r=30:start_scale=0.6,trim=duration=8,setpts=PTS-STARTPTS';
  await ffmpeg(
    ...['-f', 'lavfi', '-i', first, '-f', 'lavfi', '-i', second],
    ...[
      '-f',
      'lavfi',
      '-i',
      "aevalsrc='0.4*sin(2*PI*t*(300+40*t))*(lt(t,5)+gt(t,6.6))':d=10:s=44100",
    ],
    '-filter_complex',
    "[0][1]xfade=transition=fade:duration=1:offset=2,fps=30,loop=loop=42:size=1:start=120,setpts=N/30/TB,trim=duration=10,drawbox=x=20:y=100:w=160:h=30:color=white:t=fill:enable='between(t,6,8)',format=yuv420p[v]",
    ...['-map', '[v]', '-map', '2:a', '-c:v', 'ffv1', '-c:a', 'pcm_s16le', file],
  );
}

/**
 * Makes the file of a kind; tells where it is.
 * @param seconds of the scenes that it holds
 */
export async function makeKind(
  kind: Kind,
  scenes: string,
  folder: string,
  seconds = 10,
): Promise<string> {
  const file = join(folder, kind.name);
  const maps = kind.args.includes('-map') || kind.args.includes('-an') ? [] : wholeSound;
  const input = [...(kind.before ?? []), '-t', String(seconds), '-i', scenes];
  await ffmpeg(...input, ...maps, ...kind.args, file);
  if (kind.damage) await writeFile(file, kind.damage(await readFile(file)));
  return file;
}
