import { parseCaptionFile } from '../../../../layers/media/captions/caption-segments.ts';

const spoken = (text: string, format: 'vtt' | 'srt') =>
  parseCaptionFile(text, format).map(({ start, end, text: said }) => [start, end, said]);

describe('a caption file that a link offers', () => {
  test('a WebVTT file is read without its notes, styles, names and settings', () => {
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
    expect(spoken(file, 'vtt')).toEqual([
      [1.5, 3, 'Good evening'],
      [3604, 3605.25, '- Fish & chips? - 5 < 6 !'],
    ]);
  });

  test('captions that roll up are told once', () => {
    const file = [
      'WEBVTT\n',
      '00:00:00.000 --> 00:00:02.000\nthe quick<00:00:00.500><c> brown</c>\n',
      '00:00:02.000 --> 00:00:02.010\nthe quick brown\n',
      '00:00:02.010 --> 00:00:04.000\nthe quick brown\nfox jumps\n',
      '00:00:04.000 --> 00:00:06.000\nfox jumps\nover the dog\n',
    ].join('\n');
    expect(spoken(file, 'vtt').map(([, , text]) => text)).toEqual([
      'the quick brown',
      'fox jumps',
      'over the dog',
    ]);
  });

  test('a SubRip file is read with a byte order mark, old line ends and short times', () => {
    const file =
      '\uFEFF1\r00:00:01,5 --> 00:00:02,75\r{\\an8}<i>It rains.</i>\r\r2\r0:00:03,000 --> 0:00:04,000 X1:10\rReally?\r';
    expect(spoken(file, 'srt')).toEqual([
      [1.5, 2.75, 'It rains.'],
      [3, 4, 'Really?'],
    ]);
  });

  test('words lie inside their captions, in order', () => {
    const [segment] = parseCaptionFile('WEBVTT\n\n00:10.000 --> 00:12.000\none two three\n', 'vtt');
    expect(segment?.words?.map(({ word }) => word)).toEqual(['one', 'two', 'three']);
    expect(segment?.words?.at(0)?.start).toBe(10);
    expect(segment?.words?.at(-1)?.end).toBe(12);
  });

  test.each(['', 'WEBVTT', '<html>not captions</html>', '1\n\n2\n\n3', '00:01 --> \n\n\u0000'])(
    'no captions are made out of %j',
    (text) => {
      expect(parseCaptionFile(text, 'vtt')).toEqual([]);
      expect(parseCaptionFile(text, 'srt')).toEqual([]);
    },
  );
});
