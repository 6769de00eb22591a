import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ffmpegEngine } from '../../../layers/media/engine.ts';
import { findBinaries } from '../../../layers/media/ffmpeg/binaries.ts';
import { drawFile } from '../../support/clips/draw.ts';
import { ffmpeg } from '../../support/clips/ffmpeg.ts';
import { quickFfmpeg } from '../../support/clips/quick-ffmpeg.ts';
import { suiteFolder } from '../../support/suite-folder.ts';

const folder = await suiteFolder('hostile');
const file = (name: string) => join(folder, name);
const engine = ffmpegEngine(await findBinaries({}));
const probe = (name: string) => engine.probe(file(name), AbortSignal.timeout(300_000));

const x264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'];
const plain = file('plain.mp4');
beforeAll(() =>
  quickFfmpeg('-f', 'lavfi', '-i', 'testsrc2=s=320x180:r=25:d=8', ...x264, '-g', '25', plain),
);

const PLAYLIST = '#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\n/etc/passwd\n#EXT-X-ENDLIST\n';

test.each([
  { name: 'empty.mp4', bytes: '' },
  { name: 'text.mp4', bytes: 'no video at all\n'.repeat(500) },
  { name: 'playlist.mp4', bytes: PLAYLIST },
  { name: 'playlist.m3u8', bytes: PLAYLIST },
  { name: 'list.ffconcat', bytes: 'ffconcat version 1.0\nfile /etc/passwd\n' },
  {
    name: 'noise.mkv',
    bytes: Buffer.from(Array.from({ length: 40_000 }, (_, i) => (i * 7919) % 251)),
  },
  {
    name: 'picture.mp4',
    bytes: Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
      'base64',
    ),
  },
  { name: 'archive.zip', bytes: Buffer.from('504b0304140000000000', 'hex') },
])('$name is refused as no video', async ({ name, bytes }) => {
  await writeFile(file(name), bytes);
  await expect(probe(name)).rejects.toMatchObject({ type: 'no_video_stream' });
});

test('a name that looks like an option or an address is only a name', async () => {
  for (const name of ["-i a|b quote'%03d.mp4", 'http:evil.mp4']) {
    await copyFile(plain, file(name));
    expect((await probe(name)).duration).toBeCloseTo(8, 1);
  }
});

test('damage in the middle costs neither the read nor the tiles after it', async () => {
  await quickFfmpeg('-i', plain, '-c', 'copy', file('damaged.ts'));
  const bytes = await readFile(file('damaged.ts'));
  for (let i = Math.floor(bytes.length * 0.4); i < bytes.length * 0.45; i++)
    bytes[i] = (i * 31) % 256;
  await writeFile(file('damaged.ts'), bytes);
  const { plan, sheets, measured } = await drawFile(engine, file('damaged.ts'), {
    qa: false,
    signals: 'off',
  });
  const isLost = (second: number) =>
    measured.damage.lost.some(([start, end]) => second >= start && second < end);
  const asked = Array.from({ length: plan.tiles }, (_, tile) => tile / 5);
  const times = sheets.flatMap(({ frameTimes }) => frameTimes);
  expect(times).toHaveLength(asked.filter((second) => !isLost(second)).length);
  expect(times.length).toBeGreaterThan(plan.tiles * 0.8);
  expect(times.at(-1)).toBeCloseTo(asked.at(-1) ?? 0, 1);
});

test('two frames that lie fifty hours apart are two frames', async () => {
  await ffmpeg(
    ...[
      '-f',
      'lavfi',
      '-i',
      'testsrc2=s=64x64:r=1:d=2',
      '-vf',
      'setpts=N*180000/TB',
      '-fps_mode',
      'passthrough',
    ],
    ...[...x264, file('sparse.mkv')],
  );
  const { plan, sheets } = await drawFile(engine, file('sparse.mkv'), {
    detail: 'fine',
    start: 90_000,
    end: 90_001,
    qa: false,
    signals: 'off',
  });
  expect(plan.tiles).toBeLessThanOrEqual(24);
  expect(new Set(sheets.flatMap(({ frameTimes }) => frameTimes))).toEqual(new Set([0]));
});

test('a read that is called off ends at once and leaves no process', async () => {
  const found = await probe('plain.mp4');
  const abort = new AbortController();
  const { planFrames } = await import('../../../layers/domain/frames/frames-plan.ts');
  const { FramesRequest } = await import('../../../layers/domain/frames/frames.ts');
  const plan = planFrames(FramesRequest.parse({ url: 'x', fps: 25, cols: 1, rows: 1 }), found);
  const drawing = engine.draw(plain, found, plan, abort.signal);
  await drawing.next();
  abort.abort();
  await expect(
    (async () => {
      while (!(await drawing.next()).done);
    })(),
  ).rejects.toThrow();
});
