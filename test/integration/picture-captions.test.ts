import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { embeddedCaptions } from '../../layers/media/captions/read-captions.ts';
import { findBinaries } from '../../layers/media/ffmpeg/binaries.ts';
import { probe } from '../../layers/media/probe/probe.ts';
import { asMany, casesOf } from '../support/breadth.ts';
import {
  asService,
  captionedClip,
  captionedDisc,
  captionedHevcClip,
  popOn,
  popOnField2,
  popOnSecond,
  rollUp,
} from '../support/clips/captioned-clip.ts';
import { quickFfmpeg } from '../support/clips/quick-ffmpeg.ts';
import { teletextClip } from '../support/clips/teletext-clip.ts';
import { suiteFolder } from '../support/suite-folder.ts';

const binaries = await findBinaries({});
const SAID = [
  { start: 1, end: 2.5, text: 'Good evening.' },
  { start: 3, end: 4.5, text: 'Who is there?' },
];
const { signal } = new AbortController();
const dir = await suiteFolder('picture-captions');

async function read(file: string, language = 'auto') {
  const found = await probe(binaries, file, signal);
  // Nobody opens a file for captions that is known to hold none.
  if (!found.holdsCaptions) return undefined;
  return embeddedCaptions(binaries).captions(
    file,
    found,
    { language, window: [0, found.duration] },
    signal,
  );
}

const clip = async (name: string, plan = popOn(SAID), codec?: string[]) => {
  const file = join(dir, name);
  await captionedClip(file, 6, plan, codec);
  return file;
};

/** A frame, and the 33 ms to which the decoder tells times. */
const near = (seconds: number) => expect.closeTo(seconds, 1);

interface Coded {
  readonly name: string;
  readonly codec?: string[];
}
const CODED: readonly Coded[] = [
  { name: 'h264.mp4' },
  { name: 'h264.ts' },
  { name: 'h264.mkv' },
  { name: 'mpeg2.mpg', codec: ['-c:v', 'mpeg2video', '-bf', '2'] },
  { name: 'copied.ts', codec: ['-c', 'copy'] },
];

test.each(casesOf(CODED, ['h264.mp4', 'mpeg2.mpg', 'copied.ts']))(
  'captions within the pictures of $name are read',
  async ({ name, codec }) => {
    const captions = await read(await clip(name, popOn(SAID), codec));
    expect(captions).toMatchObject({
      language: null,
      segments: SAID.map(({ start, end, text }) => ({ start: near(start), end: near(end), text })),
    });
  },
);

test.each(asMany(['hevc.ts'], ['hevc.mp4', 'hevc.ts', 'hevc.mkv']))(
  'captions within the pictures of %s are read',
  async (name) => {
    const file = join(dir, name);
    await captionedHevcClip(file, 6, popOn(SAID));
    expect(await read(file)).toMatchObject({
      segments: SAID.map(({ start, end, text }) => ({ start: near(start), end: near(end), text })),
    });
  },
);

test('captions that a disc has before each group of pictures are read', async () => {
  const file = join(dir, 'disc.mpg');
  await captionedDisc(file, 6, popOn(SAID));
  expect(await read(file)).toMatchObject({
    segments: SAID.map(({ start, end, text }) => ({ start: near(start), end: near(end), text })),
  });
});

test('lines that roll up within the pictures are told once', async () => {
  const plan = rollUp(
    [
      { start: 1, text: 'ONE LINE' },
      { start: 2, text: 'AND ANOTHER' },
      { start: 3, text: 'AND A THIRD' },
    ],
    5,
  );
  const captions = await read(await clip('rolling.mp4', plan));
  expect(captions).toMatchObject({
    segments: [{ text: 'ONE LINE' }, { text: 'AND ANOTHER' }, { text: 'AND A THIRD' }],
  });
});

test('of two channels that share a field the first one is read', async () => {
  const other = [{ start: 2, end: 3.5, text: 'Buenas tardes.' }];
  const plan = new Map([...popOnSecond(other), ...popOn(SAID)]);
  expect(await read(await clip('two-channels.ts', plan))).toMatchObject({
    segments: SAID.map(({ start, end, text }) => ({ start: near(start), end: near(end), text })),
  });
});

test('a second channel beside which nothing is written is read', async () => {
  const captions = await read(await clip('second-channel.ts', popOnSecond(SAID)));
  expect(captions).toMatchObject({ segments: SAID.map(({ text }) => ({ text })) });
});

test.each([
  { form: 'CEA-708', plan: asService(1, 'Good evening.') },
  { form: 'CEA-608, field 2', plan: popOnField2(SAID) },
])('captions that are $form alone are named as not read', async ({ form, plan }) => {
  expect(await read(await clip(`alone-${form}.ts`, plan))).toEqual({
    unread: `The captions in this file (${form}) are not read; it has no sound to listen to.`,
  });
});

test('a stream of captions is taken before those within the pictures', async () => {
  const file = join(dir, 'both.mkv');
  const captions = join(dir, 'stream.srt');
  await writeFile(captions, '1\n00:00:01,000 --> 00:00:02,000\nFrom the stream\n');
  const pictures = await clip('pictures.mkv');
  await quickFfmpeg('-i', pictures, '-i', captions, '-map', '0', '-map', '1', '-c', 'copy', file);
  expect(await read(file)).toMatchObject({ segments: [{ text: 'From the stream' }] });
});

test.each([
  { keyframes: 'few', every: '999' },
  { keyframes: 'many', every: '15' },
])(
  'with $keyframes keyframes, an ffmpeg that breaks down over bars and captions looks for each alone',
  async ({ every }) => {
    const file = join(dir, `every-${every}.mp4`);
    const plain = await clip(`plain-${every}.mp4`);
    const bars = ['-vf', 'pad=iw:ih*2:0:ih/2', '-preset', 'ultrafast', '-g', every];
    await quickFfmpeg('-i', plain, ...bars, file);
    const broken = join(dir, `broken-${every}`);
    const both = '*filter_units*format=gray*|*format=gray*filter_units*';
    const script = `case "$*" in ${both}) exit 1;; esac; exec ${binaries.ffmpeg} "$@"`;
    await writeFile(broken, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    const found = await probe({ ...binaries, ffmpeg: broken }, file, signal);
    const height = found.height / 2;
    const contentBox = { x: 0, y: height / 2, width: found.width, height };
    // What counts as captions is paid for, with sound beside it or without.
    expect(found).toMatchObject({ captions: 1, holdsCaptions: true, picture: { contentBox } });
  },
);

test('pictures whose caption data is padding hold no captions', async () => {
  expect(await read(await clip('padding.mp4', new Map()))).toBeUndefined();
});

test('teletext subtitles are read, at their seconds and until they are cleared', async () => {
  const file = join(dir, 'teletext.ts');
  await teletextClip(file, 6, SAID);
  expect(await read(file)).toMatchObject({
    language: 'de',
    segments: SAID.map(({ start, end, text }) => ({ start: near(start), end: near(end), text })),
  });
});
