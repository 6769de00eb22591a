import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { findBinaries } from '../../layers/media/ffmpeg/binaries.ts';

const FONTS = [
  '/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf',
  '/System/Library/Fonts/Supplemental/Arial Bold.ttf',
];
const SHOT_SECONDS = 4;
const SIZE = '1280:720';

/** Five shots; the small ones are scaled up, which is quicker than drawing them large. */
const SHOTS = [
  'mandelbrot=s=640x360:r=25:maxiter=1200:start_scale=3:end_scale=0.2:end_pts=100',
  'testsrc2=s=1280x720:r=25',
  'life=s=160x90:r=25:mold=12:ratio=0.25:life_color=#7fe0b0:death_color=#20304a:mold_color=#24457a:seed=7',
  'mandelbrot=s=640x360:r=25:maxiter=1200:start_x=-1.25:start_y=-0.05:start_scale=0.4:end_scale=0.02:end_pts=100',
  'cellauto=s=160x90:r=25:rule=30:scroll=1:random_seed=3',
];
/** A rising tone for each shot, with a pause of a second before the third and the fifth. */
const SOUND = `aevalsrc='0.15*sin(2*PI*220*(1+floor(t/${SHOT_SECONDS})/4)*t)*lt(mod(t,8),7)':s=44100`;

/** Draws a clip of twenty seconds: shots with hard cuts, a title, sound with pauses. */
export async function makeClip(path: string): Promise<void> {
  const { ffmpeg } = await findBinaries({
    ffmpeg: process.env['FFMPEG_PATH'],
    ffprobe: process.env['FFPROBE_PATH'],
  });
  const font = FONTS.find((file) => existsSync(file));
  const draw = (titled: boolean) =>
    promisify(execFile)(ffmpeg, [
      '-v',
      'error',
      '-y',
      ...clipArgs(titled ? font : undefined),
      path,
    ]);
  // A build without libfreetype draws no title; the rest of the clip is as good.
  await draw(true).catch(() => draw(false));
}

function clipArgs(font: string | undefined): string[] {
  const inputs = [...SHOTS, SOUND].flatMap((source) => ['-f', 'lavfi', '-i', source]);
  const title = font
    ? `,drawtext=fontfile='${font}':text='Five shots':fontsize=84:fontcolor=white:borderw=4:x=(w-tw)/2:y=h*0.72:enable='between(t,0.6,3.2)'`
    : '';
  const shots = SHOTS.map((_, shot) => {
    const scaled = `scale=${SIZE}:flags=neighbor,setsar=1,format=yuv420p`;
    return `[${shot}:v]trim=duration=${SHOT_SECONDS},setpts=PTS-STARTPTS,${scaled}${shot === 0 ? title : ''}[v${shot}]`;
  });
  const joined = `${SHOTS.map((_, shot) => `[v${shot}]`).join('')}concat=n=${SHOTS.length}[v]`;
  const graph = [...shots, joined].join(';');
  const encode = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '23', '-c:a', 'aac'];
  const duration = String(SHOTS.length * SHOT_SECONDS);
  return [
    ...inputs,
    '-filter_complex',
    graph,
    '-map',
    '[v]',
    '-map',
    `${SHOTS.length}:a`,
    '-t',
    duration,
    ...encode,
  ];
}
