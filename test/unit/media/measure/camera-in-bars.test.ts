import { landscape, measured, type Picture, seen } from './scenes.ts';

const view = landscape(5);

/** Wider than the screen, higher than it, and a phone's picture on a wide one. */
const FILMS: Record<string, { width: number; height: number }> = {
  letterbox: { width: 1, height: 0.74 },
  pillarbox: { width: 0.75, height: 1 },
  phone: { width: 0.3164, height: 1 },
};

/** A film in the middle of the picture, between black bars. */
const between =
  (film: Picture, { width, height }: { width: number; height: number }): Picture =>
  (x, y) => {
    const [across, down] = [(x - 0.5) / width, (y - 0.5) / height];
    return Math.max(Math.abs(across), Math.abs(down)) > 0.5 ? 16 : film(0.5 + across, 0.5 + down);
  };

const MOVES: Record<string, (share: number) => Picture> = {
  pan_right: (share) => seen(view, share * 0.3),
  pan_left: (share) => seen(view, -share * 0.3),
  tilt_down: (share) => seen(view, 0, share * 0.3),
  tilt_up: (share) => seen(view, 0, -share * 0.3),
  zoom_in: (share) => seen(view, 0, 0, 1 + share * 0.35),
  zoom_out: (share) => seen(view, 0, 0, 1.4 - share * 0.4),
};

/** At rest for a second, a second of the move, and at rest again. */
const shareAt = (frame: number): number => Math.max(0, Math.min(1, (frame - 25) / 25));

describe.each(Object.entries(FILMS))('between the bars of a %s', (_, film) => {
  test.each(Object.entries(MOVES))('a %s is told at its seconds', (kind, move) => {
    const { signal } = measured((n) => between(move(shareAt(n)), film), 3);
    expect(signal.camera_moves).toMatchObject([{ kind }]);
    const [{ start, end } = { start: 0, end: 0 }] = signal.camera_moves ?? [];
    expect(Math.abs(start - 1)).toBeLessThan(0.2);
    expect(Math.abs(end - 2)).toBeLessThan(0.2);
  });
});

test('a turn that takes seconds is told between bars', () => {
  const { signal } = measured(
    (n) => between(seen(view, 0, n * 0.0012), { width: 1, height: 0.74 }),
    5,
  );
  expect(signal.camera_moves).toMatchObject([{ kind: 'tilt_down' }]);
});
