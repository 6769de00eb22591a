import { join } from 'node:path';
import type { DrawnSheet, Engine, Measured } from '../../layers/app/ports/sources/engine.ts';
import { FramesRequest } from '../../layers/domain/frames/frames.ts';
import { planFrames } from '../../layers/domain/frames/frames-plan.ts';
import { sheetSize } from '../../layers/domain/frames/geometry.ts';
import { Probe } from '../../layers/domain/sources/probe.ts';
import { ffmpegEngine } from '../../layers/media/engine.ts';
import { findBinaries } from '../../layers/media/ffmpeg/binaries.ts';
import { quickFfmpeg } from '../support/clips/quick-ffmpeg.ts';
import { fakeEngine, MINUTE } from '../support/fakes/fake-engine.ts';
import { suiteFolder } from '../support/suite-folder.ts';

const never = new AbortController().signal;
const folder = await suiteFolder('engine');
const file = join(folder, 'clip.mp4');
const SECONDS = 20;
const FOUND = { ...MINUTE, duration: SECONDS };
// Five seconds are encoded, and repeated: what the clip shows is not looked at here.
const part = join(folder, 'part.mp4');
await quickFfmpeg(
  ...['-f', 'lavfi', '-i', 'testsrc2=size=640x360:rate=25:duration=5'],
  ...['-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '25', part],
);
await quickFfmpeg(
  ...['-stream_loop', '3', '-i', part, '-f', 'lavfi', '-i', `sine=duration=${SECONDS}`],
  ...['-c:v', 'copy', file],
);
const binaries = await findBinaries({});

/** All that a call about the clip comes to. */
async function drawn(engine: Engine, probe: Probe, body: object) {
  const plan = planFrames(FramesRequest.parse({ upload_id: 'upl_1', ...body }), probe);
  const drawing = engine.draw(file, probe, plan, never);
  const sheets: DrawnSheet[] = [];
  for (;;) {
    const { value, done } = await drawing.next();
    if (done) return { plan, sheets, measured: value satisfies Measured };
    sheets.push(value);
  }
}

describe.each<[string, Engine]>([
  ['of ffmpeg', ffmpegEngine(binaries)],
  ['of the tests', Object.assign(fakeEngine(), { found: FOUND })],
])('an engine %s', (_, engine) => {
  let probe: Probe;
  beforeAll(async () => {
    probe = await engine.probe(file, never);
  });

  test('finds a clip with picture and sound', () => {
    expect(Probe.parse(probe)).toEqual(probe);
    expect(probe).toMatchObject({ width: 640, height: 360, duration: SECONDS, audio: [1] });
    expect(probe.picture).toMatchObject({ rate: [25, 1], peakRate: [25, 1], contentBox: null });
  });

  test.each([
    ['a whole video', { detail: 'standard' }],
    ['a part with shared tiles', { detail: 'detail', start: 10, end: 20, overlap: true }],
    ['one moment', { detail: 'single', start: 19.5 }],
  ])('draws the sheets that are planned for %s, in order', async (__, body) => {
    const { plan, sheets } = await drawn(engine, probe, body);
    expect(sheets.map(({ page }) => page)).toEqual(plan.sheets.map((___, at) => at + 1));
    for (const [at, { frameTimes, width, height, jpeg }] of sheets.entries()) {
      const [first, count] = plan.sheets[at] ?? [0, 0];
      const step = plan.rate[1] / plan.rate[0];
      const planned = Array.from(
        { length: count },
        (___, n) => plan.covered[0] + (first + n) * step,
      );
      // A tile shows the frame that is on at its moment.
      for (const [n, time] of planned.entries()) {
        expect(Math.abs((frameTimes[n] ?? 0) - time)).toBeLessThanOrEqual(1 / 25);
      }
      expect(frameTimes).toHaveLength(count);
      expect([width, height]).toEqual(sheetSize(plan.geometry, count));
      expect(jpeg.length).toBeGreaterThan(0);
    }
  });

  test('tells what it measured, and that nothing was missing', async () => {
    const { measured } = await drawn(engine, probe, { start: 1, end: 3 });
    expect(measured).toMatchObject({ damage: { lost: [] }, notes: [] });
    expect(Array.isArray(measured.technical.scene_cuts)).toBe(true);
  });

  test('draws the same again', async () => {
    const bytes = async () =>
      (await drawn(engine, probe, { start: 5, end: 6 })).sheets.map(({ jpeg }) => jpeg);
    expect(await bytes()).toEqual(await bytes());
  });
});
