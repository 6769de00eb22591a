import { join } from 'node:path';
import sharp from 'sharp';
import { probeOfCopy } from '../../../layers/domain/videos/working-copy.ts';
import { ffmpegEngine } from '../../../layers/media/engine.ts';
import { findBinaries } from '../../../layers/media/ffmpeg/binaries.ts';
import { asMany } from '../../support/breadth.ts';
import { drawFile } from '../../support/clips/draw.ts';
import { madeCopy } from '../../support/clips/made-copy.ts';
import { quickFfmpeg } from '../../support/clips/quick-ffmpeg.ts';
import { apertureFile } from '../../support/clips/sample-boxes.ts';
import { QUARTER_TURNS, turnedFile } from '../../support/clips/turned.ts';
import { suiteFolder } from '../../support/suite-folder.ts';

const folder = await suiteFolder('copy-looks');
const file = (name: string) => join(folder, name);
const binaries = await findBinaries({});
const engine = ffmpegEngine(binaries);
const signal = new AbortController().signal;

const picture = ['-f', 'lavfi', '-i', 'testsrc2=s=320x180:r=25:d=2'];
/**
 * Mean distance of two values of colour, of 255; PQ spreads what coding leaves to about 3, a wrong
 * curve or matrix to 20.
 */
const CLOSE = 4;

const QUESTIONS = [{ detail: 'overview' }, { detail: 'single', start: 1.2 }];

/** Colour of every pixel of the first sheet. */
async function coloursOf(jpeg: Buffer | undefined) {
  return sharp(jpeg).raw().toBuffer({ resolveWithObject: true });
}

async function expectSameLook(input: string) {
  const before = await engine.probe(input, signal);
  const copy = await madeCopy(input, before, folder);
  const after = probeOfCopy(before, copy.probe);
  if (!after) throw new Error('the copy holds something else');
  for (const question of asMany(QUESTIONS.slice(1), QUESTIONS)) {
    const asked = { ...question, qa: false, signals: 'off', sheet_width: 480 };
    const [old, fresh] = [
      await drawFile(engine, input, asked, before),
      await drawFile(engine, copy.path, asked, after),
    ];
    const [was, is] = [
      await coloursOf(old.sheets[0]?.jpeg),
      await coloursOf(fresh.sheets[0]?.jpeg),
    ];
    expect(is.info).toMatchObject({ width: was.info.width, height: was.info.height });
    let apart = 0;
    for (let i = 0; i < is.data.length; i++)
      apart += Math.abs((is.data[i] ?? 0) - (was.data[i] ?? 0));
    expect(apart / is.data.length).toBeLessThan(CLOSE);
  }
  return before;
}

const CURVES = [
  ['pq', 'smpte2084'],
  ['hlg', 'arib-std-b67'],
] as const;

test.each(asMany<readonly (typeof CURVES)[number][]>(CURVES.slice(0, 1), CURVES))(
  'a copy of an HDR master looks like it: %s',
  async (hdr, transfer) => {
    const input = file(`${hdr}.mp4`);
    const to = `zscale=pin=bt709:min=bt709:tin=bt709:p=bt2020:m=bt2020nc:t=${transfer}`;
    const named = ['-color_primaries', 'bt2020', '-color_trc', transfer, '-colorspace', 'bt2020nc'];
    const x265 = `log-level=none:colorprim=bt2020:transfer=${transfer}:colormatrix=bt2020nc`;
    const codec = ['-c:v', 'libx265', '-preset', 'ultrafast', '-crf', '12', '-x265-params', x265];
    await quickFfmpeg(...picture, '-vf', `${to},format=yuv420p10le`, ...codec, ...named, input);

    const { picture: found } = await expectSameLook(input);
    expect(found?.hdr).toBe(hdr);
  },
);

const COLOURS: readonly (readonly [string, readonly string[]])[] = [
  ['in full range', ['-vf', 'scale=out_range=pc,format=yuvj420p', '-color_range', 'pc']],
  [
    'in the colours of HD, by name',
    ['-vf', 'scale=out_color_matrix=bt709', '-colorspace', 'bt709'],
  ],
  ['in small size without names', []],
];

test.each(asMany(COLOURS.slice(0, 1), COLOURS))(
  'a copy of a master %s looks like it',
  async (name, colours) => {
    const input = file(`${name}.mov`);
    const codec = ['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '8'];
    const format = colours.includes('pc') ? [] : ['-pix_fmt', 'yuv420p'];
    await quickFfmpeg(...picture, ...colours, ...codec, ...format, input);
    await expectSameLook(input);
  },
);

const upright = file('upright.mp4');
beforeAll(() => {
  const codec = ['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '10', '-pix_fmt', 'yuv420p'];
  return quickFfmpeg(...picture, ...codec, upright);
});

const TURNS = [
  ['90 degrees', QUARTER_TURNS[90], { rotation: 90, mirrored: false }],
  ['180 degrees', QUARTER_TURNS[180], { rotation: 180, mirrored: false }],
  ['270 degrees', QUARTER_TURNS[270], { rotation: 270, mirrored: false }],
  ['its mirror image', [-1, 0, 0, 1], { rotation: 0, mirrored: true }],
  ['its mirror image upside down', [1, 0, 0, -1], { rotation: 180, mirrored: true }],
  ['its mirror image, turned', [0, 1, 1, 0], { mirrored: true }],
] as const;
/** A quarter, and a mirror image. */
const USUAL_TURNS = [TURNS[0], TURNS[4]] as const;

test.each(asMany<readonly (typeof TURNS)[number][]>(USUAL_TURNS, TURNS))(
  'a copy of a master that is shown by %s looks like it',
  async (_, matrix, orientation) => {
    const input = file('turned.mp4');
    await turnedFile(upright, matrix, input);

    const { picture: found, width, height } = await expectSameLook(input);
    expect(found).toMatchObject(orientation);
    expect([width, height]).toEqual(matrix[0] === 0 ? [180, 320] : [320, 180]);
  },
);

test('a copy of a master of which a player may show a part looks like it', async () => {
  const input = file('aperture.mp4');
  await apertureFile(upright, { width: 160, height: 80, right: -80, down: -50 }, input);
  await expectSameLook(input);
});
