import { flat, grey, landscape, measured, noisy, seen } from './scenes.ts';

const a = landscape(1);
const alive = (frame: number) => noisy(grey(seen(a, frame / 400)), frame, 1);

test('a photograph for three seconds is a freeze', () => {
  const { technical } = measured((frame) => (frame < 50 || frame >= 125 ? alive(frame) : a), 7);
  expect(technical.freezes).toEqual([{ start: 2, end: 5, duration: 3 }]);
});

test('a freeze ends where another colour comes that is as bright', () => {
  const coloured = (cb: number, cr: number) =>
    new Uint8Array(6144).fill(75, 0, 4096).fill(cb, 4096, 5120).fill(cr, 5120);
  const [blue, green] = [coloured(149, 98), coloured(86, 74)];
  const { technical } = measured((frame) => (frame < 50 ? blue : green), 5);
  expect(technical).toMatchObject({
    scene_cuts: [2],
    freezes: [
      { start: 0, end: 2 },
      { start: 2, end: 5 },
    ],
  });
});

test('a static camera on a scene with noise is no freeze', () => {
  const { technical } = measured((frame) => noisy(grey(a), frame, 1), 5);
  expect(technical.freezes).toEqual([]);
});

test('a static camera whose noise the encoder took is no freeze while a corner of it moves', () => {
  const { technical } = measured(
    (frame) => grey((x, y) => a(x, y) + (x > 0.88 && y < 0.12 ? Math.min(40, frame / 2) : 0)),
    3,
  );
  expect(technical.freezes).toEqual([]);
});

/**
 * One cell in forty a grey level brighter, others in each frame: what an encoder leaves of faint
 * noise.
 */
const faint = (frame: number, cells = 26) => {
  const picture = grey(a).slice();
  for (let k = 0; k < cells; k++) {
    const cell = ((k * 41 + frame * 17) % 1024) * 2;
    const corner = (cell >> 6) * 128 + (cell & 63);
    for (const i of [corner, corner + 1, corner + 64, corner + 65])
      picture[i] = (picture[i] ?? 0) + 1;
  }
  return picture;
};

test('faint noise that is another in every frame is no freeze', () => {
  expect(measured(faint, 4).technical.freezes).toEqual([]);
});

test('live grain that the encoder wiped out all but for a cell here and there is no freeze', () => {
  expect(measured((frame) => faint(frame, 3), 4).technical.freezes).toEqual([]);
});

test('a picture at rest that coding draws anew every twelve frames is a freeze', () => {
  // A key frame differs in a hundred cells, and the frames after it take that back.
  const drawnAnew = (frame: number) => faint(frame % 12, 100 >> (frame % 12));
  expect(measured(drawnAnew, 4).technical.freezes).toEqual([{ start: 0, end: 4, duration: 4 }]);
});

test('life of which coding shows a new picture every twelve frames, and copies, is no freeze', () => {
  const keyFrames = (frame: number) => faint(Math.floor(frame / 12), 120);
  expect(measured(keyFrames, 4).technical.freezes).toEqual([]);
});

test('a freeze that a key frame draws anew, by more than a grey level, is one freeze', () => {
  // Its contrast was coded too low by a twentieth until then.
  const drawn = (frame: number) => grey(frame < 70 ? (x, y) => (a(x, y) - 128) * 0.95 + 128 : a);
  const { technical } = measured(
    (frame) => (frame < 50 || frame >= 100 ? alive(frame) : drawn(frame)),
    6,
  );
  expect(technical.freezes).toEqual([{ start: 2, end: 4, duration: 2 }]);
});

test('grain that was frozen with the picture and is coded again now and then is a freeze', () => {
  const { technical } = measured((frame) => faint(Math.floor(frame / 2)), 4);
  expect(technical.freezes).toEqual([{ start: 0, end: 4, duration: 4 }]);
});

/** Of a picture frozen at frame 50 that coding had left pale: the fault halves in five frames. */
const pale = (frame: number) =>
  grey((x, y) => (a(x, y) - 128) * (1 - 0.05 * 0.87 ** (frame - 50)) + 128);

test('a freeze begins where the picture came to rest, not where coarse coding has drawn it out', () => {
  const { technical } = measured((frame) => (frame < 50 ? alive(frame) : pale(frame)), 5);
  expect(technical.freezes).toEqual([{ start: 2, end: 5, duration: 3 }]);
});

test('a freeze of little more than a second is found though coding draws it out for most of it', () => {
  // For more than half a second each frame draws other cells anew, then nothing is left to draw.
  const drawnOut = (frame: number) => faint(Math.min(frame, 65), 100);
  const frozen = (frame: number) => frame >= 50 && frame < 80;
  const { technical } = measured((frame) => (frozen(frame) ? drawnOut(frame) : alive(frame)), 5);
  expect(technical.freezes).toEqual([{ start: 2, end: 3.2, duration: 1.2 }]);
});

test('a camera that comes to rest softly freezes no sooner than it rests', () => {
  const eased = (frame: number) => grey(seen(a, 0.4 * Math.min(1, frame / 50) ** 0.5));
  const slow = (frame: number) => grey(seen(a, 0.3 * (1 - (1 - Math.min(1, frame / 50)) ** 2)));
  for (const camera of [eased, slow]) {
    const { technical } = measured(camera, 5);
    expect(technical.freezes).toHaveLength(1);
    expect(technical.freezes[0]?.start).toBeGreaterThan(1.8);
  }
});

test('half a second of stillness is no freeze', () => {
  const { technical } = measured((frame) => alive(Math.floor(frame / 12) * 12), 5);
  expect(technical.freezes).toEqual([]);
});

test('a frame that is held for two seconds of a variable rate file is a freeze', () => {
  const times = (frame: number) => frame / 30 + (frame > 40 ? 2 : 0);
  const { technical } = measured(alive, 6, { frameRate: 30, times });
  expect(technical.freezes).toHaveLength(1);
  expect(technical.freezes[0]?.start).toBeCloseTo(40 / 30, 2);
});

test('where few frames come, their densest tell that one is held for two seconds', () => {
  const times = (frame: number) => [0, 0.04, 4, 6][frame] ?? 10;
  const options = { frameRate: 0.4, peakRate: 25, times };
  const { technical } = measured((frame) => landscape(frame + 1), 10, options);
  expect(technical.freezes.map(({ start }) => start)).toEqual([0.04, 4, 6]);
});

test('one frame a second is a rate and no freeze', () => {
  const { technical, signal } = measured((frame) => landscape(frame + 1), 10, { frameRate: 1 });
  expect(technical.freezes).toEqual([]);
  expect(signal.frames_read).toBe(10);
});

test('black all over is one black span and one freeze', () => {
  const { technical, signal } = measured(() => flat(0), 3);
  expect(technical.blacks).toEqual([{ start: 0, end: 3, duration: 3 }]);
  expect(technical.freezes).toEqual([{ start: 0, end: 3, duration: 3 }]);
  expect(technical.scene_cuts).toEqual([]);
  expect(signal).toEqual({
    mode: 'full',
    frames_read: 75,
    inserts: [],
    flashes: [],
    dissolves: [],
    overlays: [],
    camera_moves: [],
    wipes: [],
    whip_blurs: [],
    fades: [],
  });
});

test('black for a tenth of a second counts, for less it does not', () => {
  const dark = (from: number, to: number) => (frame: number) =>
    frame >= from && frame < to ? flat(0) : alive(frame);
  expect(measured(dark(30, 33), 3).technical.blacks).toEqual([
    { start: 1.2, end: 1.32, duration: 0.12 },
  ]);
  expect(measured(dark(30, 32), 3).technical.blacks).toEqual([]);
});

test('a video without frames gives empty lists that were looked for', () => {
  const { technical } = measured(() => a, 0);
  expect(technical).toMatchObject({ scene_cuts: [], freezes: [], blacks: [], skipped: false });
  expect(technical.pacing).toMatchObject({ segments: 0, median_segment_seconds: null });
});

test('a video of one frame has one segment and no events', () => {
  const { technical, signal } = measured(() => a, 0.04);
  expect(technical.pacing).toMatchObject({ cuts: 0, segments: 1 });
  expect(technical.freezes).toEqual([]);
  expect(signal.frames_read).toBe(1);
});

test('detectors that are off say that they were skipped', () => {
  const { technical, signal } = measured((frame) => (frame < 20 ? a : landscape(2)), 2, {
    detectors: false,
    signals: 'basic',
  });
  expect(technical).toMatchObject({ skipped: true, scene_cuts: [] });
  expect(signal).toMatchObject({ mode: 'basic', frames_read: 50 });
  expect(signal.overlays).toBeUndefined();
});

/** Coding that draws a picture out for all of its time: no two of its frames are the same. */
const drawnOutFor = (from: number) => (frame: number) => {
  const picture = faint(frame, 90);
  return frame > from + 3 ? picture : faint(frame, 8);
};

test('a view that stops from one frame to the next is a freeze, though coding never ends drawing it', () => {
  const moving = (frame: number) => grey(seen(a, frame / 60));
  const stopped = drawnOutFor(50);
  const held = (frame: number) => {
    const [picture, drawn, plain] = [moving(50).slice(), stopped(frame), grey(a)];
    for (let i = 0; i < picture.length; i++)
      picture[i] = (picture[i] ?? 0) + (drawn[i] ?? 0) - (plain[i] ?? 0);
    return picture;
  };
  const { technical } = measured(
    (frame) => (frame > 50 && frame < 100 ? held(frame) : moving(frame)),
    6,
  );
  expect(technical.freezes).toEqual([{ start: 2, end: 4, duration: 2 }]);
});

test('live grain that coding keeps a little of is no freeze after a wipe that ends in it', () => {
  const b = landscape(2);
  const living = drawnOutFor(50);
  const { technical, signal } = measured((frame) => {
    if (frame > 50) return living(frame);
    const edge = Math.max(0, (frame - 30) / 21);
    return grey((x, y) => (x < edge ? a(x, y) : seen(b, frame / 60)(x, y)));
  }, 4);
  expect(signal.wipes).toHaveLength(1);
  expect(technical.freezes).toEqual([]);
});
