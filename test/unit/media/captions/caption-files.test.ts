import type { Window } from '../../../../layers/domain/window.ts';
import { parseCaptionFile } from '../../../../layers/media/captions/caption-segments.ts';

const WHOLE = { window: [0, 86_400], duration: 86_400 } as const;

const spoken = async (text: string, format: 'vtt' | 'srt', window: Window = WHOLE.window) =>
  (await parseCaptionFile(text, format, { ...WHOLE, window }))?.map(
    ({ start, end, text: said }) => [start, end, said],
  );

describe('a caption file that a link offers', () => {
  test('a WebVTT file is read without its notes, styles, names and settings', async () => {
    const file = [
      'WEBVTT - made by hand',
      'X-TIMESTAMP-MAP=MPEGTS:900000,LOCAL:00:00:00.000',
      '',
      'STYLE',
      '::cue { color: lime }',
      '',
      'NOTE checked twice',
      '',
      'intro',
      '00:01.500 --> 00:03.000 line:90% align:start',
      '<v Ada>Good <c.yellow>evening</c></v>',
      '',
      'NOTE',
      'not said',
      '',
      '01:00:04.000 --> 01:00:05.250',
      '- Fish &amp; chips?',
      '- 5 &lt; 6&nbsp;&#33;',
      '',
    ].join('\r\n');
    expect(await spoken(file, 'vtt')).toEqual([
      [1.5, 3, 'Good evening'],
      [3604, 3605.25, '- Fish & chips? - 5 < 6 !'],
    ]);
  });

  test('captions that roll up are told once', async () => {
    const file = [
      'WEBVTT\n',
      '00:00:00.000 --> 00:00:02.000\nthe quick<00:00:00.500><c> brown</c>\n',
      '00:00:02.000 --> 00:00:02.010\nthe quick brown\n',
      '00:00:02.010 --> 00:00:04.000\nthe quick brown\nfox jumps\n',
      '00:00:04.000 --> 00:00:06.000\nfox jumps\nover the dog\n',
    ].join('\n');
    expect((await spoken(file, 'vtt'))?.map(([, , text]) => text)).toEqual([
      'the quick brown',
      'fox jumps',
      'over the dog',
    ]);
  });

  test('a SubRip file is read with a byte order mark, old line ends and short times', async () => {
    const file =
      '\uFEFF1\r00:00:01,5 --> 00:00:02,75\r{\\an8}<i>It rains.</i>\r\r2\r0:00:03,000 --> 0:00:04,000 X1:10\rReally?\r';
    expect(await spoken(file, 'srt')).toEqual([
      [1.5, 2.75, 'It rains.'],
      [3, 4, 'Really?'],
    ]);
  });

  test('words lie inside their captions, in order', async () => {
    const text = 'WEBVTT\n\n00:10.000 --> 00:12.000\none two three\n';
    const [segment] = (await parseCaptionFile(text, 'vtt', WHOLE)) ?? [];
    expect(segment?.words?.map(({ word }) => word)).toEqual(['one', 'two', 'three']);
    expect(segment?.words?.at(0)?.start).toBe(10);
    expect(segment?.words?.at(-1)?.end).toBe(12);
  });

  test.each(['', 'WEBVTT', '<html>not captions</html>', '1\n\n2\n\n3', '00:01 --> \n\n\u0000'])(
    'no captions are made out of %j',
    async (text) => {
      expect(await spoken(text, 'vtt')).toBeUndefined();
      expect(await spoken(text, 'srt')).toBeUndefined();
    },
  );

  test('captions that stand a little out of order are put into it', async () => {
    const file = [
      '1\n00:00:05,000 --> 00:00:06,000\nlater\n',
      '2\n00:00:01,000 --> 00:00:02,000\nfirst\n',
      '3\n00:00:03,000 --> 00:00:09,000\nsecond\n',
    ].join('\n');
    expect(await spoken(file, 'srt')).toEqual([
      [1, 2, 'first'],
      [3, 5, 'second'],
      [5, 6, 'later'],
    ]);
  });

  test('of a window only its captions are told, and a file without any there still has captions', async () => {
    const file =
      '1\n00:00:10,000 --> 00:00:12,000\nHere.\n\n2\n00:00:30,000 --> 00:00:31,000\nThere.\n';
    expect(await spoken(file, 'srt', [11, 20])).toEqual([[10, 12, 'Here.']]);
    expect(await spoken(file, 'srt', [12, 30])).toEqual([]);
    expect(await spoken(file, 'srt', [0, 5])).toEqual([]);
  });

  test('a caption that stands beyond the end of the video was said within it', async () => {
    const file = '1\n00:00:06,000 --> 99:59:59,000\nWe sail at dawn.\n';
    const of = { window: [0, 10], duration: 10 } as const;
    const [last] = (await parseCaptionFile(file, 'srt', of)) ?? [];
    expect(last).toMatchObject({ start: 6, end: 10 });
    expect(last?.words?.at(-1)).toMatchObject({ word: 'dawn.', end: 10 });
    // Of a part of the video it lasts as long as it does.
    const [part] = (await parseCaptionFile(file, 'srt', { ...of, window: [0, 7] })) ?? [];
    expect(part).toEqual(last);
  });

  test('what is read of a file without an end is bounded, and so is one caption', async () => {
    const clock = (s: number) => new Date(s * 1000).toISOString().slice(11, 23).replace('.', ',');
    const cues = Array.from(
      { length: 80_000 },
      (_, at) => `${at + 1}\n${clock(at)} --> ${clock(at + 1)}\nCue ${at}\n`,
    );
    const all = await parseCaptionFile(cues.join('\n'), 'srt', { ...WHOLE, window: [100, 80_000] });
    expect(all?.[0]?.text).toBe('Cue 100');
    expect(all?.length).toBeGreaterThan(5_000);
    expect(all?.length).toBeLessThan(5_500);

    const long = `1\n00:00:01,000 --> 00:00:02,000\n${'{\\'.repeat(200_000)}[[[[ x\n`;
    const started = performance.now();
    const [one] = (await parseCaptionFile(long, 'srt', WHOLE)) ?? [];
    expect(one?.text.length).toBeLessThanOrEqual(10_000);
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});
