import fc from 'fast-check';
import { Cadence } from '../../../../layers/media/measure/cadence.ts';
import { flat, grey, landscape, measured, mixed, noisy, type Picture, seen } from './scenes.ts';

const a = landscape(1);
const b = landscape(2);
const black = flat(16);

/** A camera that turns over a view, as film of 24 pictures a second has it. */
const turning = (view: Picture, picture: number) => seen(view, 0.004 * picture);

/** The same film at another rate of frames, as a player shows it. */
const shownAt = (frameRate: number, film: (picture: number) => Uint8Array, seconds: number) =>
  measured((frame) => film(Math.floor((frame * 24) / frameRate + 1e-6)), seconds, { frameRate });

const share = (picture: number, from: number, frames: number) =>
  Math.min(1, Math.max(0, (picture - from) / frames));

const FILMS = {
  'a fade into black and out of it': (picture: number) => {
    const dark = picture < 62 ? share(picture, 36, 20) : 1 - share(picture, 70, 20);
    return mixed(turning(picture < 64 ? a : b, picture), black, dark);
  },
  'a dissolve': (picture: number) =>
    mixed(turning(a, picture), turning(b, picture), share(picture, 40, 24)),
  'an insert of one picture': (picture: number) =>
    picture === 60 ? flat(200) : turning(a, picture),
  'a flash': (picture: number) => {
    const view = turning(a, picture);
    return picture === 60 || picture === 61 ? (x: number, y: number) => view(x, y) + 70 : view;
  },
  'a cut': (picture: number) => turning(picture < 60 ? a : b, picture),
};

test.each(Object.entries(FILMS))('%s in film that is shown at more frames', (_, film) => {
  const draw = (picture: number) => grey(film(picture));
  const plain = shownAt(24, draw, 5);
  for (const [frameRate, frames] of [
    [48, 2],
    [60, 3],
  ] as const) {
    const shown = shownAt(frameRate, draw, 5);
    const near = (seconds: number) => expect.closeTo(seconds, 1);
    expect(shown.technical.scene_cuts).toEqual(plain.technical.scene_cuts.map(near));
    for (const what of ['dissolves', 'flashes', 'fades'] as const) {
      const [told, known] = [shown.signal[what] ?? [], plain.signal[what] ?? []];
      expect(told).toHaveLength(known.length);
      told.forEach(({ start, end }, one) => {
        expect(Math.abs(start - (known[one]?.start ?? 0))).toBeLessThan(0.11);
        expect(Math.abs(end - (known[one]?.end ?? 0))).toBeLessThan(0.11);
      });
    }
    // Frames are those of the file: so many show that picture.
    const { inserts } = plain.signal;
    expect(shown.signal.inserts).toEqual(
      inserts.map(({ at }) => expect.objectContaining({ at: near(at), frames })),
    );
  }
});

test('frames come out in order, as they came, and only one that repeats its picture is said to', () => {
  const anyFrame = fc.record({
    held: fc.integer({ min: 1, max: 9 }),
    level: fc.constantFrom(0, 60, 120, 180, 240),
  });
  fc.assert(
    fc.property(fc.array(anyFrame, { maxLength: 60 }), fc.constantFrom(12, 30, 60), (run, rate) => {
      const sent = run.flatMap(({ held, level }) => new Array<number>(held).fill(level));
      const taken: { seconds: number; level: number; repeats: boolean }[] = [];
      const cadence = new Cadence(rate, (seconds, planes, repeats) => {
        taken.push({ seconds, level: planes[0] ?? 0, repeats });
      });
      sent.forEach((level, frame) => {
        cadence.push(frame / rate, new Uint8Array(4096).fill(level));
      });
      cadence.finish();
      expect(taken.map(({ level }) => level)).toEqual(sent);
      expect(taken.map(({ seconds }) => seconds)).toEqual(sent.map((_, frame) => frame / rate));
      for (const [frame, { repeats }] of taken.entries())
        if (repeats) expect(sent[frame]).toBe(sent[frame - 1]);
    }),
  );
});

/** Which of some frames repeat one, when each shows the picture of this number. */
function repeating(pictures: readonly number[], frameRate: number): number[] {
  const found: number[] = [];
  let frame = 0;
  const cadence = new Cadence(frameRate, (_, __, repeats) => {
    if (repeats) found.push(frame);
    frame++;
  });
  pictures.forEach((picture, at) => {
    cadence.push(at / frameRate, noisy(grey(turning(a, picture)), picture, 2));
  });
  cadence.finish();
  return found;
}

test('of film at 60 frames, those repeat that show no new picture, up to where it rests', () => {
  const moving = Array.from({ length: 60 }, (_, frame) => Math.floor((frame * 24) / 60 + 1e-6));
  const pictures = [...moving, ...new Array<number>(30).fill(24)];
  // Of the first picture nobody saw what it changed.
  const repeats = moving.flatMap((picture, at) =>
    picture > 0 && picture === moving[at - 1] ? [at] : [],
  );
  expect(repeating(pictures, 60)).toEqual(repeats);
});

test('a picture that is held once, or a rest, or all pictures new, repeat nothing', () => {
  const each = Array.from({ length: 75 }, (_, frame) => frame);
  expect(repeating(each, 25)).toEqual([]);
  expect(repeating(each.with(40, 39), 25)).toEqual([]);
  expect(
    repeating(
      each.map((frame) => Math.min(frame, 30)),
      25,
    ),
  ).toEqual([]);
});
