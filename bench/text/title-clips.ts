import { readdirSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ffmpeg } from '../../test/support/clips/ffmpeg.ts';
import { drawTitle, FONTS, ground, type Title } from '../../test/support/text/titles.ts';
import type { Dice } from '../detectors/random.ts';

/** Seconds of a clip, and of each part of it that holds at most one title. */
const SECONDS = 20;
const PART = 4;
const RATE = 25;
const WORDS =
  'Breaking News Tonight River Market Opening 2026 Summer Sale Chapter Three Interview Maria Lopez Director Weather Tomorrow Paris Final Score Subscribe Thank Watching Episode Twelve Founder Harbour Season Limited Offer Live Report Berlin Morning Kitchen Recipe Garden Museum'.split(
    ' ',
  );
const COLOURS = ['white', 'white', 'yellow', 'red', 'black', '0x40c0ff', '0x20ff60', '0xff8030'];

/** A title and the seconds in which it stands. */
export interface Shown extends Title {
  readonly from: number;
  readonly to: number;
}

export interface TitleClip {
  readonly file: string;
  readonly shown: readonly Shown[];
}

/** What sets letters off from what is behind them, as editors do: an outline, a shadow or a box. */
function edgeOf(chance: Dice, colour: string): string {
  const dark = colour === 'black' || colour === 'red';
  const other = dark ? 'white' : 'black';
  return chance.pick([
    `borderw=4:bordercolor=${other}`,
    `borderw=4:bordercolor=${other}`,
    `box=1:boxborderw=8:boxcolor=${other}@0.6`,
    `shadowx=3:shadowy=3:shadowcolor=${other}:borderw=1:bordercolor=${other}`,
  ]);
}

function titleIn(chance: Dice, part: number): Shown {
  const size = chance.between(0.04, 0.15);
  const colour = chance.pick(COLOURS);
  // A letter is some 0.62 of the size wide, and a line has most of the width.
  const most = Math.floor(1.6 / (size * 0.62));
  const words: string[] = [];
  for (let count = chance.whole(2, 5); count > 0; count--) {
    const word = chance.pick(WORDS);
    if ([...words, word].join(' ').length <= most) words.push(word);
  }
  const from = part * PART + chance.between(0.2, 0.8);
  const to = from + chance.between(1.2, 2.8);
  const frame = (second: number) => Math.round(second * RATE) / RATE;
  return {
    text: words.length > 0 ? words.join(' ') : 'News',
    font: chance.pick(FONTS),
    size,
    colour,
    edge: edgeOf(chance, colour),
    at: [chance.between(0.03, 0.97), chance.between(0.05, 0.95)],
    from: frame(from),
    to: frame(to),
  };
}

const fill = 'scale=1920:1080:force_original_aspect_ratio=increase,crop=1920:1080,setsar=1';

/** The inputs of a clip: shots of footage, else a ground of ffmpeg's own. */
function grounds(chance: Dice, footage: string | undefined): string[] {
  if (footage === undefined) {
    return ['-f', 'lavfi', '-i', ground(1920, 1080, RATE)];
  }
  const files = readdirSync(footage).filter((name) => /\.(mp4|mkv|webm|mov)$/.test(name));
  const file = join(footage, chance.pick(files.sort()));
  return ['-stream_loop', '-1', '-i', file];
}

/** Draws 1080p clips of 20 seconds with a title in each four seconds. */
export async function drawTitleClips(
  chance: Dice,
  { clips, footage, folder }: { clips: number; footage: string | undefined; folder: string },
): Promise<TitleClip[]> {
  await mkdir(folder, { recursive: true });
  const drawn: TitleClip[] = [];
  for (let clip = 0; clip < clips; clip++) {
    const file = join(folder, `titles-${clip}.mp4`);
    const shown = Array.from({ length: SECONDS / PART }, (_, part) => titleIn(chance, part));
    const titles = shown.map((title) =>
      drawTitle(title, `gte(t,${title.from - 0.001})*lt(t,${title.to - 0.001})`),
    );
    await ffmpeg(
      ...[...grounds(chance, footage), '-an'],
      ...['-vf', [fill, `fps=${RATE}`, 'setpts=N/25/TB', ...titles].join(',')],
      ...['-t', String(SECONDS), '-c:v', 'libx264', '-preset', 'superfast', '-crf', '21'],
      ...['-pix_fmt', 'yuv420p', '-g', '125', file],
    );
    drawn.push({ file, shown });
  }
  return drawn;
}
