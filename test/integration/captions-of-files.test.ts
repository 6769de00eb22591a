import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { embeddedCaptions } from '../../layers/media/captions/read-captions.ts';
import { findBinaries } from '../../layers/media/ffmpeg/binaries.ts';
import { probe } from '../../layers/media/probe/probe.ts';
import { asMany } from '../support/breadth.ts';
import { quickFfmpeg } from '../support/clips/quick-ffmpeg.ts';
import { suiteFolder } from '../support/suite-folder.ts';

const binaries = await findBinaries({});
const folder = await suiteFolder('captions-of-files');
const file = (name: string) => join(folder, name);
const { signal } = new AbortController();

const SAID = `1
00:00:00,500 --> 00:00:01,900
Good evening.

2
00:00:02,000 --> 00:00:03,250
Who is there?

3
00:00:04,000 --> 00:00:09,000
Nobody you know.
`;

/** Six seconds with a key frame in each, and captions of which the last one stands for nine. */
async function captioned(name: string, captions: string, said = SAID): Promise<string> {
  await writeFile(file('said.srt'), said);
  const picture = ['-f', 'lavfi', '-i', 'testsrc2=s=160x120:r=25:d=6'];
  const coded = ['-c:v', 'libx264', '-preset', 'ultrafast', '-bf', '0', '-g', '25'];
  await quickFfmpeg(...picture, '-i', file('said.srt'), ...coded, '-c:s', captions, file(name));
  return file(name);
}

async function read(name: string) {
  const found = await probe(binaries, name, signal);
  const window = [0, found.duration] as const;
  return embeddedCaptions(binaries).captions(name, found, { language: 'auto', window }, signal);
}

const near = (seconds: number) => expect.closeTo(seconds, 1);

test.each(
  asMany([['1', 1]], [
    ['1', 1],
    ['1.6', 1.6],
    ['2.5', 2.5],
    ['0.2', 0.2],
  ] as const),
)(
  'captions of an mp4 that was cut at %s s without being encoded anew stay beside their pictures',
  async (start, from) => {
    const whole = await captioned(`whole-${start}.mp4`, 'mov_text');
    const cut = file(`cut-${start}.mp4`);
    await quickFfmpeg('-ss', start, '-i', whole, '-map', '0', '-c', 'copy', cut);

    const shown = [
      { start: 0.5, end: 1.9, text: 'Good evening.' },
      { start: 2, end: 3.25, text: 'Who is there?' },
      { start: 4, end: 9, text: 'Nobody you know.' },
    ].filter(({ end }) => end > from);
    expect(await read(cut)).toMatchObject({
      segments: shown.map(({ start, end, text }) => ({
        start: near(Math.max(0, start - from)),
        // Who asks is told of none beyond the video.
        end: end > 6 ? expect.any(Number) : near(end - from),
        text,
      })),
    });
  },
);

test.each(asMany(['subrip'], ['subrip', 'ass']))(
  'a file whose captions (%s) stand longer than its picture is whole',
  async (captions) => {
    const found = await probe(binaries, await captioned(`${captions}.mkv`, captions), signal);

    expect(found.duration).toBeCloseTo(6, 1);
    expect(found).not.toHaveProperty('stated');
  },
);

test('captions of a fragmented mp4, of which nothing tells how long they last, end where the next packet begins', async () => {
  const whole = await captioned('to-be-fragmented.mp4', 'mov_text');
  const fragmented = file('fragmented.mp4');
  const flags = ['-movflags', 'frag_keyframe+empty_moov'];
  await quickFfmpeg('-i', whole, '-map', '0', '-c', 'copy', ...flags, fragmented);

  expect(await read(fragmented)).toMatchObject({
    segments: [
      { start: near(0.5), end: near(1.9), text: 'Good evening.' },
      { start: near(2), end: near(3.25), text: 'Who is there?' },
      { start: near(4), end: expect.any(Number), text: 'Nobody you know.' },
    ],
  });
});

test('sound whose captions stand longer than it is no longer than it sounds', async () => {
  const [captions, sound] = [await captioned('captions.mkv', 'subrip'), file('sound.mka')];
  const tone = ['-f', 'lavfi', '-i', 'sine=440:d=6'];
  const both = ['-map', '1:a', '-map', '0:s', '-c:a', 'flac', '-c:s', 'copy'];
  await quickFfmpeg('-i', captions, ...tone, ...both, sound);

  expect(await probe(binaries, sound, signal)).toMatchObject({
    picture: null,
    duration: near(6),
  });
});

describe('what a drone measured, in a text track,', () => {
  const MEASURED = SAID.replace('Good evening.', 'F/2.8, SS 320.42, ISO 100, EV 0, D 24.26m')
    .replace('Who is there?', '[iso: 100] [shutter: 1/500.0] [latitude: 22.5] [rel_alt: 1.3]')
    .replace('Nobody you know.', 'HOME(149.02,-20.25) GPS(149.02,-20.25,16) BAROMETER:1.9');

  test('is not told as what is said, and does not make a silent file cost anything', async () => {
    const measured = await captioned('measured.mp4', 'mov_text', MEASURED);
    expect(await read(measured)).toEqual({
      unread: expect.stringContaining('data of the camera'),
    });
    expect(await probe(binaries, measured, signal)).toMatchObject({ captions: 0 });
  });

  test('stands in the way of no captions', async () => {
    const measured = await captioned('measured.mkv', 'subrip', MEASURED);
    const both = file('both.mkv');
    const tracks = ['-map', '0', '-map', '1:s', '-c', 'copy'];
    const said = await captioned('said.mkv', 'subrip');
    await quickFfmpeg('-i', measured, '-i', said, ...tracks, both);
    expect(await read(both)).toMatchObject({ segments: [{ text: 'Good evening.' }, {}, {}] });
  });
});
