import { PageDetector } from '../../../../layers/media/measure/pages/pages.ts';
import { FrameHistory } from '../../../../layers/media/measure/pictures/frame-history.ts';
import { flat, grey, measured, mixed, noisy, once, type Picture, ramp } from './scenes.ts';

const frame = 1 / 25;
const GROUND = 240;

/** The grey of a letter or two, as thick as they are, or of a gap: other ones for every seed. */
function writing(seed: number, line: number, x: number): number {
  const mix = Math.imul(Math.floor(x * 40) + 97 * line + 1009 * seed, 2654435761) >>> 0;
  const thick = (Math.imul(mix ^ (mix >>> 15), 2246822519) >>> 16) & 127;
  return thick < 24 ? GROUND : 220 - thick;
}

const paper = flat(GROUND);

/** Lines of writing, of which the first `lines` are there, on a ground with a bar and a mark. */
const page = (seed: number, lines = 5): Picture =>
  once(paper, `${seed} ${lines}`, () => written(seed, lines));

function written(seed: number, lines: number): Picture {
  const lengths = [0.5, 0.7, 0.6, 0.8, 0.55].map((length, i) => length - 0.05 * ((seed + i) % 4));
  return (x, y) => {
    if (y < 0.03) return 90;
    if (x > 0.93 && y > 0.9) return 60;
    const line = Math.floor((y - 0.12) / 0.16);
    const within = (y - 0.12) / 0.16 - line;
    const length = lengths[line] ?? 0;
    const isInk = line >= 0 && line < lines && within < 0.35 && x > 0.08 && x < 0.08 + length;
    return isInk ? writing(seed, line, x) : GROUND;
  };
}

/** Pages for 2 s each. */
const inTurn =
  (...pages: Picture[]) =>
  (n: number): Picture =>
    pages[Math.min(pages.length - 1, Math.floor(n / 50))] as Picture;

test('a page that takes the place of another on the same ground is a cut', () => {
  const { technical, signal } = measured(inTurn(page(1), page(2), page(3, 1), page(4)), 8);
  expect(technical.scene_cuts).toEqual([2, 4, 6]);
  expect(signal).toMatchObject({ overlays: [], dissolves: [], wipes: [] });
});

test('pages are told at 5 and at 60 frames a second', () => {
  for (const frameRate of [5, 60]) {
    const pages = [page(1), page(2), page(3)];
    const { technical } = measured((n) => pages[Math.floor(n / frameRate / 2)] as Picture, 6, {
      frameRate,
    });
    expect(technical.scene_cuts).toEqual([2, 4]);
  }
});

test('a page that fades into the next is a dissolve', () => {
  const { technical, signal } = measured((n) => mixed(page(1), page(2), ramp(n, 50, 64)), 5);
  expect(technical.scene_cuts).toEqual([]);
  expect(signal.dissolves).toHaveLength(1);
  expect(Math.abs((signal.dissolves[0]?.start ?? 0) - 2)).toBeLessThan(3 * frame);
  expect(Math.abs((signal.dissolves[0]?.end ?? 0) - 2.6)).toBeLessThan(3 * frame);
});

/** A page in other colours: what is light is as light as `ground`, what is dark as `ink`. */
const inColours = (sheet: Picture, ground: number, ink: number): Picture =>
  once(sheet, `${ground} ${ink}`, () => (x, y) => ink + ((ground - ink) * sheet(x, y)) / GROUND);

test('what goes over at a pace of its own in each place, as somebody who leans over, is no dissolve', () => {
  const { signal } = measured((n) => {
    const share = ramp(n, 50, 64);
    const [early, late] = [share ** 0.65, share ** 1.55].map((at) => mixed(page(1), page(2), at));
    return (x, y) => ((x < 0.4 ? early : late) as Picture)(x, y);
  }, 5);
  expect(signal.dissolves).toEqual([]);
});

test('a page that fades into one on another ground is a dissolve', () => {
  for (const [from, to] of [
    [inColours(page(1), 15, 235), inColours(page(2), 245, 20)],
    [inColours(page(1), 245, 20), inColours(page(2), 60, 230)],
  ] as const) {
    const { technical, signal } = measured((n) => mixed(from, to, ramp(n, 50, 74)), 5);
    expect(technical.scene_cuts).toEqual([]);
    expect(signal.dissolves).toHaveLength(1);
    expect(Math.abs((signal.dissolves[0]?.start ?? 0) - 2)).toBeLessThan(3 * frame);
    expect(Math.abs((signal.dissolves[0]?.end ?? 0) - 2.96)).toBeLessThan(3 * frame);
  }
});

/** One page gives way to the next where `late` is small first, with a soft edge. */
const softly =
  (from: Picture, to: Picture, late: Picture) =>
  (share: number): Picture =>
  (x, y) => {
    const here = Math.max(0, Math.min(1, (1.4 * share - late(x, y)) / 0.4));
    return from(x, y) * (1 - here) + to(x, y) * here;
  };

test('a soft wipe to a page on another ground is told', () => {
  const [from, to] = [inColours(page(1), 50, 230), inColours(page(2), 245, 20)];
  const ways: Record<string, Picture> = {
    right: (x) => x,
    out: (x, y) => Math.hypot(x - 0.5, y - 0.5) / Math.SQRT1_2,
  };
  for (const [direction, late] of Object.entries(ways)) {
    const wiped = softly(from, to, late);
    const { technical, signal } = measured((n) => wiped(ramp(n, 50, 74)), 5);
    expect(technical.scene_cuts).toEqual([]);
    expect(signal).toMatchObject({ wipes: [{ direction }], dissolves: [] });
    const [{ start, end } = { start: 0, end: 0 }] = signal.wipes ?? [];
    expect(start).toBeGreaterThan(2 - 3 * frame);
    expect(end).toBeLessThan(3 + 3 * frame);
    expect(end - start).toBeGreaterThan(0.4);
  }
});

test('a page on a ground a little lighter or darker is another page', () => {
  for (const [ground, next, ink] of [
    [245, 225, 20],
    [30, 55, 235],
  ] as const) {
    const [from, to] = [inColours(page(1), ground, ink), inColours(page(2), next, ink)];
    const cut = measured((n) => (n < 50 ? from : to), 4);
    expect(cut.technical.scene_cuts).toEqual([2]);
    const { signal } = measured((n) => mixed(from, to, ramp(n, 50, 64)), 4);
    expect(signal.dissolves).toHaveLength(1);
    expect(Math.abs((signal.dissolves[0]?.start ?? 0) - 2)).toBeLessThan(3 * frame);
    expect(Math.abs((signal.dissolves[0]?.end ?? 0) - 2.56)).toBeLessThan(3 * frame);
  }
});

test('a page in another light is the same page', () => {
  for (const frames of [1, 25]) {
    const { technical, signal } = measured((n) => {
      const light = 1 - 0.3 * ramp(n, 50, 50 + frames - 1);
      return (x, y) => light * page(1)(x, y);
    }, 5);
    expect(technical.scene_cuts).toEqual([]);
    expect(signal).toMatchObject({ dissolves: [], wipes: [] });
  }
});

test('a line that is added to a page is an overlay until the page goes', () => {
  for (const fading of [1, 10]) {
    const { technical, signal } = measured((n) => {
      if (n >= 150) return page(2, 4);
      if (n >= 100) return mixed(page(1, 3), page(1, 4), ramp(n, 100, 99 + fading));
      return mixed(page(1, 2), page(1, 3), ramp(n, 50, 49 + fading));
    }, 8);
    expect(technical.scene_cuts).toEqual([6]);
    expect(signal.overlays).toMatchObject([{ end: 6 }, { end: 6 }]);
    for (const [i, { start, region }] of (signal.overlays ?? []).entries()) {
      expect(Math.abs(start - 2 - 2 * i)).toBeLessThan(3 * frame);
      expect(region[1]).toBeCloseTo(0.44 + 0.16 * i, 1);
      expect(region[3]).toBeCloseTo(0.5 + 0.16 * i, 1);
    }
  }
});

test('pages on a ground whose grey changes smoothly are told as well', () => {
  const grounds: Picture[] = [
    (x, y) => 30 + 60 * x - 25 * y,
    (x, y) => 40 * Math.hypot(2 * x - 1, 2 * y - 1),
  ];
  for (const ground of grounds) {
    const sloped = (seed: number, lines = 5): Picture =>
      once(ground, `${seed} ${lines}`, () => {
        const on = page(seed, lines);
        return (x, y) => on(x, y) - ground(x, y);
      });
    const { technical, signal } = measured((n) => {
      if (n >= 150) return mixed(sloped(2), sloped(3), ramp(n, 150, 164));
      return n < 50 ? sloped(1, 3) : sloped(n < 100 ? 1 : 2, 4 + Math.floor(n / 100));
    }, 9);
    expect(technical.scene_cuts).toEqual([4]);
    expect(signal.overlays).toMatchObject([{ start: 2, end: 4 }]);
    expect(signal.dissolves).toHaveLength(1);
  }
});

test('a line that goes again ends there, and one that stays has no end', () => {
  const { technical, signal } = measured(inTurn(page(1, 3), page(1, 4), page(1, 3), page(1, 5)), 8);
  expect(technical.scene_cuts).toEqual([]);
  expect(signal.overlays).toMatchObject([
    { start: 2, end: 4 },
    { start: 6, end: null },
  ]);
});

test('titles in turn on a bare ground are overlays, and no pages', () => {
  const title = (seed: number, top: number): Picture =>
    once(paper, `title ${seed} ${top}`, () => (x, y) => {
      const isInside = y > top && y < top + 0.1 && x > 0.1 && x < 0.5;
      return isInside ? writing(seed, 0, x) : GROUND;
    });
  const { technical, signal } = measured(
    inTurn(paper, title(1, 0.1), title(2, 0.8), title(3, 0.4), paper),
    10,
  );
  expect(technical.scene_cuts).toEqual([]);
  expect(signal.overlays).toMatchObject([
    { start: 2, end: 4 },
    { start: 4, end: 6 },
    { start: 6, end: 8 },
  ]);
});

test('a box that lies over a slope beside the ground for a while is told, and not what it covered', () => {
  const ground: Picture = (x) => (x < 0.55 ? 60 : 60 + 180 * Math.min(1, (x - 0.55) / 0.2));
  const titled: Picture = (x, y) => {
    const isInside = x > 0.22 && x < 0.78 && y > 0.77 && y < 0.93;
    if (!isInside) return ground(x, y);
    return y > 0.82 && y < 0.88 && (x * 40) % 2 < 1.2 ? 200 : 0.3 * ground(x, y);
  };
  const { signal } = measured(inTurn(ground, titled, ground, ground), 8);
  expect(signal.overlays).toMatchObject([{ start: 2, end: 4 }]);
});

test('a window that covers part of a page and goes again is no cut', () => {
  const under = page(1);
  const covered: Picture = (x, y) => {
    const isWindow = x > 0.2 && x < 0.8 && y > 0.25 && y < 0.75;
    if (!isWindow) return under(x, y);
    return y < 0.32 ? 90 : y > 0.45 && y < 0.5 && x < 0.6 ? 120 : 225;
  };
  const { technical, signal } = measured(inTurn(page(1), covered, page(1), page(1)), 8);
  expect(technical.scene_cuts).toEqual([]);
  expect(signal.overlays).toMatchObject([{ start: 2, end: 4 }]);
});

test('a page that is scrolled is no cut, its lines no overlays, and no camera moves', () => {
  const long: Picture = (x, y) => {
    const line = Math.floor(y / 0.14);
    const isInk = y / 0.14 - line < 0.25 && x > 0.1 && x < 0.6 + 0.05 * ((line * 7) % 5);
    return isInk ? writing(7, line, x) : GROUND;
  };
  for (const frames of [25, 37]) {
    const { technical, signal } = measured(
      (n) => (x, y) => long(x, y + 0.28 * Math.floor(n / frames)),
      8,
    );
    expect(technical.scene_cuts).toEqual([]);
    expect(signal).toMatchObject({ overlays: [], camera_moves: [] });
  }
});

test('words that follow each other in one place are no cuts', () => {
  const lyric =
    (seed: number): Picture =>
    (x, y) =>
      y > 0.45 && y < 0.52 && x > 0.2 && x < 0.8 ? writing(seed, 0, x) : GROUND;
  const { technical } = measured(inTurn(lyric(1), lyric(2), lyric(3), lyric(4)), 8);
  expect(technical.scene_cuts).toEqual([]);
});

test('neither a face in a corner nor a pointer hides that a page goes', () => {
  const { technical, signal } = measured((n) => {
    const [px, py] = [0.5 + 0.3 * Math.sin(n / 9), 0.5 + 0.3 * Math.cos(n / 7)];
    const under = page(n < 50 ? 1 : 2);
    return (x, y) => {
      if (x > 0.78 && y < 0.25) return 128 + 60 * Math.sin(40 * x + n / 3) * Math.cos(30 * y);
      if (Math.abs(x - px) < 0.01 && Math.abs(y - py) < 0.02) return 20;
      return under(x, y);
    };
  }, 4);
  expect(technical.scene_cuts).toEqual([2]);
  expect(signal.dissolves).toEqual([]);
});

test('a page in the noise of a weak encoding is told too', () => {
  const { technical } = measured((n) => noisy(grey(page(n < 50 ? 1 : 2)), n, 1), 4);
  expect(technical.scene_cuts).toEqual([2]);
});

/** A thing with a pattern of its own, whose left upper corner lies at (`left`, `top`). */
const thing =
  (left: number, top: number, size: number): Picture =>
  (x, y) => {
    const [dx, dy] = [(x - left) / size, (y - top) / size];
    const isIn = Math.hypot(dx - 0.5, dy - 0.5) < 0.5;
    return isIn ? 110 + 60 * Math.sin(7 * dx + 3) * Math.cos(9 * dy) : GROUND;
  };

test('a few words that come as a pointer goes elsewhere are an overlay of their own place', () => {
  const { signal } = measured((n) => {
    const [px, under] = n < 70 ? [0.5, page(1, 1)] : [0.8, page(1, 2)];
    return (x, y) => {
      if (Math.abs(x - px) < 0.02 && Math.abs(y - 0.75) < 0.02) return 20;
      if (y > 0.27 && y < 0.4 && x > 0.3 && x < 0.9) return GROUND;
      return under(x, y);
    };
  }, 6);
  expect(signal.overlays).toMatchObject([{ end: null }]);
  const [left = 0, top = 0, right = 1, bottom = 1] = signal.overlays?.[0]?.region ?? [];
  expect([left > 0.05, top > 0.25, right < 0.35, bottom < 0.4]).toEqual([true, true, true, true]);
});

test('a thing that moves in and stays is no overlay', () => {
  for (const frames of [25, 45]) {
    const { technical, signal } = measured(
      (n) => thing(-0.4 + 0.7 * ramp(n, 25, 25 + frames), 0.4, 0.4),
      5,
    );
    expect(technical.scene_cuts).toEqual([]);
    expect(signal.overlays).toEqual([]);
  }
});

test('a thing that jumps from rest to rest is no cut', () => {
  const places = [0.08, 0.25, 0.42, 0.3];
  const { technical } = measured((n) => {
    const at = Math.floor(n / 15) % 4;
    return thing(places[at] as number, 0.1 + 0.03 * at, 0.55);
  }, 6);
  expect(technical.scene_cuts).toEqual([]);
});

test('a line that flies in begins when it is first seen', () => {
  const below = (y: number, shift: number) => Math.max(y - shift, 0.4);
  const { signal } = measured(
    (n) => (x, y) =>
      y > 0.4 && x < 0.93 ? page(1, 3)(x, below(y, 0.6 - 0.6 * ramp(n, 49, 61))) : page(1, 2)(x, y),
    5,
  );
  expect(signal.overlays).toMatchObject([{ end: null }]);
  expect(Math.abs((signal.overlays?.[0]?.start ?? 0) - 2)).toBeLessThan(3 * frame);
});

/** One line, of a hundredth of the picture's width for each letter, on paper. */
const line =
  (seed: number, top: number, [left, right] = [0.2, 0.8]): Picture =>
  (x, y) =>
    y > top && y < top + 0.07 && x > left && x < right ? writing(seed, 0, x) : GROUND;

test('a line that gives way to another one in its place ends, and the other one begins', () => {
  const lines = [line(1, 0.45), line(2, 0.45), line(3, 0.45), line(4, 0.45)];
  const { technical, signal } = measured(inTurn(...lines), 8);
  expect(technical.scene_cuts).toEqual([]);
  expect(signal.overlays?.map(({ start, end }) => [start, end])).toEqual([
    [0, 2],
    [2, 4],
    [4, 6],
    [6, null],
  ]);
});

test('a line that comes at the foot of a page was not scrolled there', () => {
  const history = new FrameHistory(4);
  const pages = new PageDetector(history, 25);
  for (let n = 0; n < 100; n++) {
    history.push(n / 25, noisy(grey(n < 50 ? paper : line(1, 0.87, [0.3, 0.6])), n, 1));
    pages.push();
  }
  expect(pages.moved).toEqual([]);
});

test('a line that is dimmed, and digits that count, are not written anew', () => {
  const dimmed: Picture = (x, y) => GROUND - (GROUND - line(1, 0.45)(x, y)) / 3;
  expect(measured(inTurn(line(1, 0.45), dimmed), 4).signal.overlays).toEqual([]);
  const digits = [1, 2, 3, 4].map((seed) => line(seed, 0.45, [0.45, 0.55]));
  expect(measured(inTurn(...digits), 8).signal.overlays).toEqual([]);
});

test('a heading that comes elsewhere as the name of a section goes is a cut', () => {
  const { technical, signal } = measured(
    inTurn(line(1, 0.46, [0.3, 0.55]), line(2, 0.1, [0.05, 0.6])),
    4,
  );
  expect(technical.scene_cuts).toEqual([2]);
  expect(signal.overlays).toEqual([]);
});

test('a window that stays is an overlay, whatever of a page it covers', () => {
  for (const under of [page(1, 3), line(1, 0.46, [0.3, 0.7])]) {
    const covered: Picture = (x, y) => {
      if (x < 0.23 || x > 0.77 || y < 0.25 || y > 0.75) return under(x, y);
      return y > 0.45 && y < 0.5 && x > 0.3 && x < 0.5 ? 120 : 190;
    };
    const { technical, signal } = measured(inTurn(under, covered), 4);
    expect(technical.scene_cuts).toEqual([]);
    expect(signal.overlays).toMatchObject([{ start: 2, end: null }]);
    const [left = 0, top = 0, right = 1, bottom = 1] = signal.overlays?.[0]?.region ?? [];
    expect([left, top, right, bottom].map((side) => Math.round(side * 20) / 20)).toEqual([
      0.2, 0.25, 0.8, 0.75,
    ]);
  }
});
