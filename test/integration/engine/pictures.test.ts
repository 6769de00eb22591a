import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { FramesRequest } from '../../../layers/domain/frames/frames.ts';
import { planFrames } from '../../../layers/domain/frames/frames-plan.ts';
import { besideNotes } from '../../../layers/domain/sources/file-notes.ts';
import type { Probe } from '../../../layers/domain/sources/probe.ts';
import { ffmpegEngine } from '../../../layers/media/engine.ts';
import { findBinaries } from '../../../layers/media/ffmpeg/binaries.ts';
import { asMany, casesOf } from '../../support/breadth.ts';
import { barcodeClip, readNumber } from '../../support/clips/barcode-clip.ts';
import { type Drawn, drawFile, tilesOf } from '../../support/clips/draw.ts';
import { ffmpeg } from '../../support/clips/ffmpeg.ts';
import { quickFfmpeg } from '../../support/clips/quick-ffmpeg.ts';
import { apertureFile, dolbyFile } from '../../support/clips/sample-boxes.ts';
import { QUARTER_TURNS, turnedFile } from '../../support/clips/turned.ts';
import { suiteFolder } from '../../support/suite-folder.ts';

const folder = await suiteFolder('pictures');
const file = (name: string) => join(folder, name);

const binaries = await findBinaries({});
const engine = ffmpegEngine(binaries);
const plain = { qa: false, signals: 'off', detail: 'single', start: 0.4 };
const x264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'];

/** Red, green, blue and white quarters, clockwise from the upper left: R G / W B. */
const quarters = (width: number, height: number) =>
  `color=red:s=${width}x${height}:r=25:d=1.2,` +
  'drawbox=x=iw/2:y=0:w=iw/2:h=ih/2:c=lime:t=fill,' +
  'drawbox=x=iw/2:y=ih/2:w=iw/2:h=ih/2:c=blue:t=fill,' +
  'drawbox=x=0:y=ih/2:w=iw/2:h=ih/2:c=white:t=fill';

/** The colours in the middles of a sheet's quarters, clockwise from the upper left. */
async function quarterColours({ sheets }: Drawn): Promise<string> {
  const [sheet] = sheets;
  if (!sheet) throw new Error('no sheet was drawn');
  const { data, info } = await sharp(sheet.jpeg).raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => {
    const i = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * 3;
    const lit = [0, 1, 2].map((c) => (data[i + c] ?? 0) > 127);
    return (
      {
        'true,false,false': 'R',
        'false,true,false': 'G',
        'false,false,true': 'B',
        'true,true,true': 'W',
        'false,false,false': 'K',
      }[String(lit)] ?? '?'
    );
  };
  return at(0.25, 0.35) + at(0.75, 0.35) + at(0.75, 0.75) + at(0.25, 0.75);
}

const upright = file('upright.mp4');
beforeAll(() => quickFfmpeg('-f', 'lavfi', '-i', quarters(320, 180), ...x264, upright));

const TURNS = [
  { degrees: 0, size: [320, 180], colours: 'RGBW' },
  { degrees: 90, size: [180, 320], colours: 'WRGB' },
  { degrees: 180, size: [320, 180], colours: 'BWRG' },
  { degrees: 270, size: [180, 320], colours: 'GBWR' },
] as const;

test.each(asMany(TURNS.slice(1, 3), [...TURNS]))(
  'a picture to be turned by $degrees degrees is shown upright',
  async ({ degrees, size, colours }) => {
    const name = file(`turned-${degrees}.mp4`);
    await turnedFile(upright, QUARTER_TURNS[degrees], name);
    const drawn = await drawFile(engine, name, plain);
    expect([drawn.probe.width, drawn.probe.height]).toEqual(size);
    expect(await quarterColours(drawn)).toBe(colours);
  },
);

const LYING = [
  { turned: 'transpose=cclock', back: 'rotate=-90' },
  { turned: 'hflip', back: 'flip=horizontal' },
];

test.each(asMany(LYING.slice(0, 1), LYING))(
  'a picture whose own stream says how it lies is upright, or refused where FFmpeg starts anew: $turned',
  async ({ turned, back }) => {
    const name = file('lying.ts');
    const says = `h264_metadata=display_orientation=insert:${back}`;
    await ffmpeg('-i', upright, '-vf', turned, ...x264, '-bsf:v', says, name);
    const drawn = drawFile(engine, name, plain);
    const outcome = await drawn.then(quarterColours, ({ message }: Error) => message);
    const startsAnew = [5, 6].includes(binaries.release);
    expect(outcome).toMatch(startsAnew ? /some of its pictures say how they are turned/ : /^RGBW$/);
  },
);

const SHAPES = [
  { name: 'anamorphic.mp4', filter: 'scale=160:180,setsar=2/1', size: [320, 180] },
  { name: 'tall-pixels.mp4', filter: 'scale=360:90,setsar=1/2', size: [180, 90] },
  { name: 'square.mp4', filter: 'scale=200:200,setsar=1', size: [200, 200] },
  { name: 'odd.mp4', filter: 'scale=322:182,setsar=1', size: [322, 182] },
];

test.each(casesOf(SHAPES, ['anamorphic.mp4', 'odd.mp4']))(
  'the pixels of $name are made square',
  async ({ name, filter, size }) => {
    await quickFfmpeg('-f', 'lavfi', '-i', quarters(320, 180), '-vf', filter, ...x264, file(name));
    const drawn = await drawFile(engine, file(name), plain);
    expect([drawn.probe.width, drawn.probe.height]).toEqual(size);
    expect(await quarterColours(drawn)).toBe('RGBW');
    const [width, height] = drawn.plan.geometry.tile;
    expect(width / height).toBeCloseTo((size[0] ?? 0) / (size[1] ?? 1), 1);
  },
);

test('what is transparent is black, and not the colour that is hidden there', async () => {
  const name = file('transparent.mov');
  const keyed = `${quarters(320, 180)},format=argb,colorkey=red:0.1`;
  await ffmpeg('-f', 'lavfi', '-i', keyed, '-c:v', 'qtrle', '-g', '5', name);
  expect(await quarterColours(await drawFile(engine, name, plain))).toBe('KGBW');
});

test('of transparency that is not read a note says so', async () => {
  const name = file('transparent.webm');
  const keyed = `${quarters(32, 18)},format=yuva420p,colorkey=red:0.1`;
  const vp8 = ['-c:v', 'libvpx', '-auto-alt-ref', '0', '-frames:v', '2'];
  await ffmpeg('-f', 'lavfi', '-i', keyed, ...vp8, name);
  const notes = besideNotes(await engine.probe(name, new AbortController().signal));
  expect(notes).toEqual([expect.stringContaining('may be transparent')]);
});

test('of Dolby Vision that nobody else can show a note says so, and of no other', async () => {
  const notesOf = async (profile: number, compatible: number) => {
    const name = file(`dolby-${profile}.mp4`);
    await dolbyFile(upright, { profile, compatible }, name);
    return besideNotes(await engine.probe(name, new AbortController().signal));
  };
  expect(await notesOf(5, 0)).toEqual([expect.stringContaining('Dolby Vision of profile 5')]);
  // As telephones record it: HLG to all others.
  expect(await notesOf(8, 4)).toEqual([]);
});

test('a picture of which a player may show a part is shown whole', async () => {
  const name = file('aperture.mp4');
  await apertureFile(upright, { width: 160, height: 80, right: -80, down: -50 }, name);
  const drawn = await drawFile(engine, name, plain);
  expect([drawn.probe.width, drawn.probe.height]).toEqual([320, 180]);
  expect(drawn.probe.picture?.contentBox).toBeNull();
  expect(await quarterColours(drawn)).toBe('RGBW');
});

const BARS = [
  {
    name: 'letterbox',
    pad: '640:360:0:44',
    inner: '640x272',
    box: { x: 0, y: 44, width: 640, height: 272 },
  },
  {
    name: 'pillarbox',
    pad: '640:360:80:0',
    inner: '480x360',
    box: { x: 80, y: 0, width: 480, height: 360 },
  },
  {
    name: 'windowbox',
    pad: '640:360:64:36',
    inner: '512x288',
    box: { x: 64, y: 36, width: 512, height: 288 },
  },
  { name: 'unboxed', pad: '640:360:0:0', inner: '640x360', box: null },
];

test.each(casesOf(BARS, ['windowbox', 'unboxed']))(
  'the picture of a $name video is found inside its bars',
  async ({ name, pad, inner, box }) => {
    const clip = file(`${name}.mp4`);
    await quickFfmpeg(
      '-f',
      'lavfi',
      '-i',
      `testsrc2=s=${inner}:r=25:d=3`,
      '-vf',
      `pad=${pad}`,
      ...x264,
      clip,
    );
    const probe = await engine.probe(clip, AbortSignal.timeout(300_000));
    const found = probe.picture?.contentBox ?? null;
    if (box === null) return expect(found).toBeNull();
    for (const side of ['x', 'y', 'width', 'height'] as const) {
      expect(Math.abs((found?.[side] ?? 0) - box[side])).toBeLessThanOrEqual(4);
    }
    expect(planFrames(FramesRequest.parse({ url: clip, ...plain }), probe).crop).toEqual(found);
  },
);

test('bars are found on each keyframe of a video that is turned', async () => {
  const [lying, standing] = [file('lying.mp4'), file('standing.mp4')];
  const bars = ['-vf', 'pad=240:180:0:30', ...x264];
  await quickFfmpeg('-f', 'lavfi', '-i', 'testsrc2=s=240x120:r=5:d=8', ...bars, '-g', '5', lying);
  await turnedFile(lying, QUARTER_TURNS[90], standing);
  const { picture } = await engine.probe(standing, AbortSignal.timeout(300_000));
  expect(picture?.contentBox).toEqual({ x: 30, y: 0, width: 120, height: 240 });
});

test('bars are found where pixels are so wide that no picture is displayed as large', async () => {
  const clip = file('wide-pixels.mov');
  const barred = 'testsrc2=s=320x120:r=1:d=2,pad=320:180:0:30,setsar=2';
  await ffmpeg('-f', 'lavfi', '-i', barred, '-c:v', 'mjpeg', '-pix_fmt', 'yuvj420p', clip);
  const bytes = await readFile(clip);
  // How wide a pixel is, in the box that tells their shape.
  bytes.writeUInt32BE(30_000, bytes.indexOf('pasp') + 4);
  bytes.writeUInt32BE(1, bytes.indexOf('pasp') + 8);
  await writeFile(clip, bytes);
  const { picture } = await engine.probe(clip, AbortSignal.timeout(300_000));
  expect(picture?.contentBox).toEqual({ x: 0, y: 30, width: 9_600_000, height: 120 });
});

test('a bright caption on black is not taken for a picture between bars', async () => {
  const clip = file('caption.mp4');
  await quickFfmpeg(
    ...['-f', 'lavfi', '-i', 'color=black:s=640x360:r=25:d=4'],
    ...[
      '-vf',
      'drawbox=x=200:y=150:w=20:h=60:c=white:t=fill,drawbox=x=260:y=150:w=160:h=8:c=white:t=fill',
    ],
    ...[...x264, clip],
  );
  const probe = await engine.probe(clip, AbortSignal.timeout(300_000));
  expect(probe.picture?.contentBox).toBeNull();
});

describe('an interlaced video', () => {
  const clip = file('interlaced.ts');
  // The top lines are white and the bottom lines black: together they would comb.
  const combed = [
    ...['-f', 'lavfi'],
    ...['-i', "nullsrc=s=720x576:r=25:d=1.2,geq=lum='if(mod(Y,2),16,235)':cb=128:cr=128"],
    ...['-vf', 'setfield=tff', '-c:v', 'mpeg2video', '-q:v', '2', '-flags', '+ildct+ilme'],
  ];
  const middleOf = (tile: Awaited<ReturnType<typeof tilesOf>>[number] | undefined) => {
    if (!tile) throw new Error('no tile was drawn');
    const at = (i: number) => tile.grey[(tile.height - 60 + i) * tile.width + 300] ?? 0;
    return Array.from({ length: 40 }, (_, i) => at(i));
  };
  const largestStep = (lines: readonly number[]) =>
    Math.max(...lines.slice(1).map((value, i) => Math.abs(value - (lines[i] ?? 0))));
  let probe: Probe;
  beforeAll(async () => {
    await quickFfmpeg(...combed, clip);
    probe = await engine.probe(clip, AbortSignal.timeout(300_000));
  });

  test('is told of, and a small tile shows one field', async () => {
    const drawn = await drawFile(engine, clip, { ...plain, detail: 'standard', end: 0.6 }, probe);
    expect(drawn.probe.picture?.fieldOrder).toBe('top');
    const [tile] = await tilesOf(drawn);
    expect(tile?.grey[Math.floor(tile.height * 0.7 * tile.width) + 50]).toBeGreaterThan(200);
  });

  test('is deinterlaced for a tile that needs all its lines', async () => {
    const drawn = await drawFile(engine, clip, plain, probe);
    const [tile] = await tilesOf(drawn);
    expect(largestStep(middleOf(tile))).toBeLessThan(60);
  });

  test('is told of where it begins with film, of which every line is shown', async () => {
    const [film, video, mixed] = [file('film.m2v'), file('video.m2v'), file('mixed.ts')];
    const even = combed.filter((option) => option !== '+ildct+ilme' && option !== '-flags');
    await quickFfmpeg(...even.map((option) => option.replace('=tff', '=prog')), '-g', '6', film);
    await quickFfmpeg(...combed, '-g', '6', video);
    const joined = file('joined.m2v');
    await writeFile(joined, Buffer.concat([await readFile(film), await readFile(video)]));
    await quickFfmpeg('-fflags', '+genpts', '-i', joined, '-c', 'copy', mixed);

    const found = await engine.probe(mixed, AbortSignal.timeout(300_000));
    expect(found.picture?.fieldOrder).toBe('top');
    const stepAt = async (start: number) => {
      const [tile] = await tilesOf(await drawFile(engine, mixed, { ...plain, start }, found));
      return largestStep(middleOf(tile));
    };
    expect(await stepAt(0.4)).toBeGreaterThan(100);
    expect(await stepAt(1.8)).toBeLessThan(60);
  });
});

const TRANSFERS = [
  { transfer: 'smpte2084', code: 520 },
  { transfer: 'arib-std-b67', code: 600 },
];

test.each(asMany(TRANSFERS.slice(0, 1), TRANSFERS))(
  'an HDR picture ($transfer) is mapped to ordinary brightness',
  async ({ transfer, code }) => {
    const clip = file(`${transfer}.mp4`);
    await quickFfmpeg(
      ...['-f', 'lavfi', '-i', 'color=gray:s=640x360:r=25:d=1.2,format=yuv420p10le'],
      ...[
        '-vf',
        `geq=lum=${code}:cb=512:cr=512,setparams=color_primaries=bt2020:color_trc=${transfer}:colorspace=bt2020nc`,
      ],
      ...['-c:v', 'libx265', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p10le', '-x265-params'],
      ...[`log-level=none:colorprim=bt2020:transfer=${transfer}:colormatrix=bt2020nc`, clip],
    );
    const drawn = await drawFile(engine, clip, plain);
    expect(drawn.probe.picture?.hdr).toBe(transfer === 'smpte2084' ? 'pq' : 'hlg');
    const [tile] = await tilesOf(drawn);
    const grey = tile?.grey[Math.floor(tile.height * 0.7) * tile.width + 50];
    expect(grey).toBeGreaterThan(90);
    expect(grey).toBeLessThan(235);
  },
);

test.each([
  [
    'ten bits and an unnamed HD matrix',
    'scale=out_color_matrix=bt709',
    [...x264, '-pix_fmt', 'yuv420p10le', file('ten-bit.mkv')],
  ],
  [
    'an HD palette',
    'split[a][b];[a]palettegen[p];[b][p]paletteuse=dither=none',
    ['-c:v', 'png', file('palette.mov')],
  ],
])('the colours of %s are kept', async (_what, filters, coded) => {
  const from = ['-f', 'lavfi', '-i', quarters(1280, 720), '-vf', `fps=5,${filters}`];
  await quickFfmpeg(...from, ...coded);
  const drawn = await drawFile(engine, coded.at(-1) ?? '', plain);
  expect(await quarterColours(drawn)).toBe('RGBW');
  const { data, info } = await sharp(drawn.sheets[0]?.jpeg)
    .raw()
    .toBuffer({ resolveWithObject: true });
  const green = Math.floor(info.height * 0.3) * info.width + Math.floor(info.width * 0.75);
  expect([...data.subarray(green * 3, green * 3 + 3)].map((v) => Math.round(v / 16))).toEqual([
    0, 16, 0,
  ]);
});

const WIDE = ['bt2020', 'smpte432', 'smpte431'];

test.each(asMany(WIDE.slice(0, 2), WIDE))(
  'colours in primaries of %s are BT.709 in a tile',
  async (wide) => {
    const clip = file(`${wide}.mp4`);
    const red = 'color=0xC00000:s=320x180:r=25:d=0.6,format=gbrp16le';
    const from = 'min=gbr:rin=full:pin=bt709:tin=bt709';
    const filters = `zscale=${from}:p=${wide}:t=bt709:m=bt709:r=limited`;
    const named = ['-color_primaries', wide, '-color_trc', 'bt709', '-colorspace', 'bt709'];
    await ffmpeg('-f', 'lavfi', '-i', red, '-vf', filters, ...x264, ...named, clip);
    const { sheets } = await drawFile(engine, clip, plain);
    const { data, info } = await sharp(sheets[0]?.jpeg).raw().toBuffer({ resolveWithObject: true });
    const middle = 3 * (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2));
    const off = [192, 0, 0].map((level, at) => Math.abs(level - (data[middle + at] ?? 0)));
    expect(Math.max(...off)).toBeLessThan(12);
  },
);

describe('streams beside the picture', () => {
  const clip = file('barcode.mp4');
  const pictures = { frames: 50, rate: '25', size: [320, 180] } as const;
  beforeAll(() => barcodeClip({ ...pictures, output: [...x264, clip] }));

  async function numberShown(name: string, probe?: Probe): Promise<number> {
    const [tile] = await tilesOf(await drawFile(engine, name, plain, probe));
    return tile ? readNumber(tile.grey, tile.width, tile.height) : -1;
  }

  test('cover art is not the video', async () => {
    const [cover, covered] = [file('cover.png'), file('covered.mp4')];
    await quickFfmpeg('-f', 'lavfi', '-i', 'color=red:s=640x640:d=1', '-frames:v', '1', cover);
    await quickFfmpeg(
      '-i',
      cover,
      '-i',
      clip,
      '-map',
      '0',
      '-map',
      '1',
      '-c',
      'copy',
      '-disposition:v:0',
      'attached_pic',
      covered,
    );
    expect(await numberShown(covered)).toBe(10);
  });

  test('of several pictures the default one is shown', async () => {
    const both = file('two-pictures.mkv');
    await quickFfmpeg(
      ...['-f', 'lavfi', '-i', 'testsrc=s=640x360:r=25:d=2', '-i', clip, '-map', '0', '-map', '1'],
      ...[...x264, '-disposition:v:0', '0', '-disposition:v:1', 'default', both],
    );
    expect(await numberShown(both)).toBe(10);
  });

  test('a track of one picture is not the video either, however large it is', async () => {
    const still = ['-f', 'lavfi', '-i', 'color=red:s=640x640:r=1:d=1'];
    const beside = file('still-beside.mov');
    await quickFfmpeg(
      ...[...still, '-i', clip, '-map', '0', '-map', '1', '-c:v:0', 'mjpeg'],
      ...['-pix_fmt:v:0', 'yuvj420p', '-c:v:1', 'copy', '-disposition:v:0', 'default', beside],
    );
    expect(await numberShown(beside)).toBe(10);
  });

  test('of several programs the sound is that of the picture', async () => {
    const tone = ['-f', 'lavfi', '-i', 'sine=d=2'];
    const silence = ['-f', 'lavfi', '-i', 'aevalsrc=0:d=2'];
    const small = ['-f', 'lavfi', '-i', 'testsrc=s=160x90:r=25:d=2'];
    const both = file('two-programs.ts');
    await quickFfmpeg(
      ...[...small, ...tone, '-i', clip, ...silence],
      ...['-map', '0', '-map', '1', '-map', '2', '-map', '3', '-c:v', 'mpeg2video', '-q:v', '2'],
      ...['-program', 'st=0:st=1', '-program', 'st=2:st=3', both],
    );
    const drawn = await drawFile(engine, both, { detail: 'standard', signals: 'off' });
    expect(drawn.probe).toMatchObject({ width: 320, audio: [3, 1] });
    expect(drawn.measured.technical.silence_gaps).toMatchObject([{ start: 0 }]);
  });

  test('frames that an edit list cuts away are not counted', async () => {
    const cut = file('edited.mp4');
    await quickFfmpeg('-ss', '0.6', '-i', clip, '-c', 'copy', cut);
    const probe = await engine.probe(cut, AbortSignal.timeout(300_000));
    expect(probe.duration).toBeCloseTo(1.4, 1);
    expect(await numberShown(cut, probe)).toBe(15 + 10);
  });

  test('sound that starts first does not move the clock of the picture', async () => {
    const late = file('late-picture.mkv');
    await quickFfmpeg(
      '-f',
      'lavfi',
      '-i',
      'sine=d=3',
      '-itsoffset',
      '0.7',
      '-i',
      clip,
      '-map',
      '1',
      '-map',
      '0',
      '-c:v',
      'copy',
      late,
    );
    const probe = await engine.probe(late, AbortSignal.timeout(300_000));
    expect(probe.origin).toBeCloseTo(0.7, 2);
    expect(await numberShown(late, probe)).toBe(10);
  });
});

const TIMECODES = [
  { name: 'camera.mov', rate: '25', timecode: '01:00:00:00', codec: x264 },
  { name: 'archive.mkv', rate: '25', timecode: '01:00:00:00', codec: x264 },
  { name: 'drop.mov', rate: '30000/1001', timecode: '10:59:59;28', codec: x264 },
  {
    name: 'deck.mxf',
    rate: '25',
    timecode: '23:59:59:20',
    codec: ['-c:v', 'mpeg2video', '-b:v', '5M'],
  },
];

test.each(casesOf(TIMECODES, ['drop.mov', 'archive.mkv', 'deck.mxf']))(
  'the timecode of $name is read and stamped',
  async ({ name, rate, timecode, codec }) => {
    const source = `testsrc2=s=640x360:r=${rate}:d=1.2`;
    const tags = ['-timecode', timecode, '-metadata', `timecode=${timecode}`];
    await quickFfmpeg('-f', 'lavfi', '-i', source, ...codec, ...tags, file(name));
    const drawn = await drawFile(engine, file(name), plain);
    expect(drawn.probe.picture?.timecode).toBe(timecode);
  },
);

test('the same input gives the same bytes', async () => {
  const clip = file('same.mp4');
  await quickFfmpeg('-f', 'lavfi', '-i', 'testsrc2=s=640x360:r=30:d=2', ...x264, clip);
  const draw = async () =>
    (await drawFile(engine, clip, { qa: false, signals: 'off' })).sheets.map(({ jpeg }) => jpeg);
  expect(Buffer.concat(await draw()).equals(Buffer.concat(await draw()))).toBe(true);
});
