import { chooseTextReader } from '../../../layers/adapters/onnx/text/find-text-reader.ts';
import { paddleReader } from '../../../layers/adapters/onnx/text/paddle-reader.ts';
import { editDistance } from '../../../layers/domain/edit-distance.ts';
import { FONTS, type Title, titlePictures } from '../../support/text/titles.ts';

const reader = paddleReader();
const signal = AbortSignal.timeout(300_000);

const TEXTS = [
  'Market Opening Tonight',
  'Interview with Maria Lopez',
  'Summer Sale ends Friday',
  'Chapter Three',
  'WEATHER TOMORROW 18 C',
  'Subscribe now',
];
const SIZES = [0.04, 0.06, 0.08, 0.1, 0.12, 0.15];
const COLOURS = ['white', 'yellow', 'red', '0x40c0ff', 'black', '0x20ff60'];
const DARK_EDGE = 'borderw=3:bordercolor=black';
const LIGHT_EDGE = 'borderw=3:bordercolor=white';

/** Each face in three sizes; long lines are small ones. */
const titles: Title[] = FONTS.flatMap((font, face) =>
  [0, 1].map((step) => {
    const text = TEXTS[(face + step) % 6] ?? '';
    const colour = COLOURS[(face + 2 * step) % 6] ?? 'white';
    const largest = text.length > 20 ? 0.07 : 0.15;
    return {
      text,
      font,
      colour,
      size: Math.min(largest, SIZES[(face + 2 * step) % 6] ?? 0.06),
      edge: colour === 'black' || colour === 'red' ? LIGHT_EDGE : DARK_EDGE,
      at: [((face * 7 + step) % 10) / 10, ((face * 3 + step * 2) % 10) / 10] as const,
    };
  }),
);

test('titles in six faces, many sizes and colours are read with few wrong characters', async () => {
  let wrong = 0;
  let all = 0;
  const pictures = await titlePictures(titles);
  for (const [at, { text }] of titles.entries()) {
    const lines = await reader.read(pictures[at] as (typeof pictures)[number], signal);
    const distances = lines.map((line) => editDistance(line.text, text));
    wrong += Math.min(text.length, ...distances);
    all += text.length;
  }
  expect(wrong / all).toBeLessThanOrEqual(0.05);
});

test('a line lies where it was drawn', async () => {
  const title = { text: 'Harbour Lights', font: 'DejaVuSans-Bold', size: 0.1, colour: 'white' };
  const drawn = { ...title, edge: DARK_EDGE, at: [1, 1] as const };
  const [picture] = await titlePictures([drawn]);
  const lines = await reader.read(picture as NonNullable<typeof picture>, signal);
  const found = lines.find(({ text }) => text === title.text);
  const [left, top, right, bottom] = found?.box ?? [];
  expect(left).toBeGreaterThan(0.4);
  expect(top).toBeGreaterThan(0.8);
  expect(right).toBeGreaterThan(0.97);
  expect(bottom).toBeGreaterThan(0.97);
});

test('a picture without writing has no lines that the reader is sure of', async () => {
  const [picture] = await titlePictures([
    { text: '', font: 'DejaVuSans', size: 0.1, colour: 'white', edge: DARK_EDGE, at: [0, 0] },
  ]);
  const lines = await reader.read(picture as NonNullable<typeof picture>, signal);
  expect(lines.filter(({ confidence }) => confidence > 0.8)).toEqual([]);
});

test('pictures that are asked for at once are read in turn, and an aborted one is not waited for', async () => {
  const [picture] = await titlePictures(titles.slice(1, 2));
  const asked = picture as NonNullable<typeof picture>;
  const stopped = new AbortController();
  const first = reader.read(asked, signal);
  const second = reader.read(asked, stopped.signal);
  const third = reader.read(asked, signal);
  stopped.abort(new Error('enough'));
  await expect(second).rejects.toThrow('enough');
  expect(await third).toEqual(await first);
});

test('what reads is what is installed, unless something else is named', () => {
  expect(chooseTextReader({})?.name).toBe(reader.name);
  expect(chooseTextReader({ TEXT_READER: 'none' })).toBeUndefined();
  expect(chooseTextReader({ TEXT_READER: 'paddle' })?.name).toBe(reader.name);
});
