import {
  cutToWindow,
  spokenIn,
  spreadWords,
} from '../../../../layers/domain/transcript/segments.ts';
import { toSrt, toVtt } from '../../../../layers/domain/transcript/subtitles.ts';
import type { Segment } from '../../../../layers/domain/transcript/transcript.ts';

const said = (start: number, end: number, text: string): Segment => ({
  start,
  end,
  text,
  confidence: 1,
  words: spreadWords({ start, end, text, confidence: 1 }),
});
const LONG =
  'The keeper climbed two hundred and seven steps every evening with a can of oil in each hand and never once complained about the weather.';

test('an SRT file numbers its cues and writes times with a comma', () => {
  expect(toSrt([said(0.5, 2, 'Hello.'), said(3661.25, 3662, 'An hour later.')])).toBe(
    '1\n00:00:00,500 --> 00:00:02,000\nHello.\n\n2\n01:01:01,250 --> 01:01:02,000\nAn hour later.\n',
  );
});

test('a WebVTT file escapes what would be markup or an arrow', () => {
  expect(toVtt([said(0, 1, 'a <b> --> c & d')])).toBe(
    'WEBVTT\n\n00:00:00.000 --> 00:00:01.000\na &lt;b&gt; --&gt; c &amp; d\n',
  );
});

test('nothing said is an empty file of its kind', () => {
  expect([toSrt([]), toVtt([])]).toEqual(['', 'WEBVTT\n']);
});

test('long speech becomes cues of at most two lines of 42 letters and seven seconds', () => {
  const srt = toSrt([said(0, 20, LONG)]);
  const cues = srt.split('\n\n').map((cue) => cue.trim().split('\n').slice(1));
  for (const [times = '', ...lines] of cues) {
    expect(lines.length).toBeLessThanOrEqual(2);
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(42);
    const [start = 0, end = 0] = times
      .split(' --> ')
      .map((at) => Number(at.slice(6).replace(',', '.')));
    expect(end - start).toBeLessThanOrEqual(7);
  }
  expect(cues.flatMap(([, ...lines]) => lines).join(' ')).toBe(LONG);
});

test('a cue ends where the next begins', () => {
  expect(toVtt([said(0, 3, 'one'), said(2, 4, 'two')])).toContain('00:00.000 --> 00:00:02.000');
});

test('a window takes the segments it touches, cut to its edges', () => {
  const segments = [said(0, 2, 'before'), said(2, 4, 'across'), said(4, 6, 'after')];
  expect(cutToWindow(segments, [3, 4]).map(({ start, end, text }) => [start, end, text])).toEqual([
    [3, 4, 'across'],
  ]);
});

test('of a segment that a window cuts, words keep their own times, and subtitles the whole text', () => {
  const word = (start: number, end: number, word: string) => ({
    start,
    end,
    word,
    confidence: 0.9,
  });
  const words = [word(2.5, 2.8, 'one'), word(2.9, 3.2, 'two'), word(4, 4.4, 'three')];
  const segment = { start: 2.5, end: 4.4, text: 'One, two, three.', confidence: 0.9, words };
  const cut = cutToWindow([segment], [2.6, 3]);
  expect(cut[0]?.words).toEqual([word(2.6, 2.8, 'one'), word(2.9, 3, 'two')]);
  expect(toVtt(cut)).toContain('00:00:02.600 --> 00:00:03.000\nOne, two, three.\n');
  expect(cutToWindow([segment], [2, 5])).toEqual([segment]);
  expect(toVtt([segment])).toContain('00:00:02.500 --> 00:00:04.400\none two three\n');
});

test('words share the time of their segment by their letters, in order and inside it', () => {
  const words = spreadWords({ start: 1, end: 2, text: 'a bbbbbbb', confidence: 0.5 });
  expect(words).toEqual([
    { start: 1, end: 1.2, word: 'a', confidence: 0.5 },
    { start: 1.2, end: 2, word: 'bbbbbbb', confidence: 0.5 },
  ]);
});

test('neighbouring windows share no word and lose none', () => {
  const segments = [said(0, 10, LONG)];
  const parts = [0, 2.5, 5, 7.5].map((at) => spokenIn(segments, [at, at + 2.5]));
  expect(parts.join(' ')).toBe(LONG);
});
