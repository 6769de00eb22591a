import {
  chooseCaptions,
  Streams,
  unreadCaptions,
} from '../../../../layers/media/captions/caption-streams.ts';
import { cleanCues } from '../../../../layers/media/captions/clean-cues.ts';
import { type Cue, linesOf, parseCues } from '../../../../layers/media/captions/parse-cues.ts';

const cue = (start: number, end: number, ...lines: string[]) => ({ start, end, lines });

async function* given(cues: readonly Cue[]) {
  yield* cues;
}
async function all(cues: AsyncIterable<Cue>): Promise<Cue[]> {
  const found: Cue[] = [];
  for await (const one of cues) found.push(one);
  return found;
}
const cleaned = (...cues: Cue[]) => all(cleanCues(given(cues)));

test('SubRip text is read with its empty lines and numbers', async () => {
  const text =
    '1\n00:00:00,500 --> 00:00:02,000\nHello\n\n2 of us\n\n2\n01:00:02,000 --> 01:00:03,500\n42\n\n';
  expect(await all(cleanCues(parseCues(linesOf(text), 'srt')))).toEqual([
    cue(0.5, 2, 'Hello', '2 of us'),
    cue(3602, 3603.5, '42'),
  ]);
});

test('markup goes, hearing cues stay', async () => {
  const lines = [
    '{\\an8}<i>Hi</i> <c.red>you</c>',
    '[door slams]',
    '♪',
    '1 < 2 &amp; 3 &constructor;',
  ];
  expect(await cleaned(cue(0, 1, ...lines))).toEqual([
    cue(0, 1, 'Hi you', '[door slams]', '♪', '1 < 2 & 3 &constructor;'),
  ]);
});

test('what a caption draws is no text, and ends no other caption', async () => {
  const drawn = ['m 0 0 l 100 0 100 50.5 0 50', ' m -5 1 b 1 2 3 4 5 6 s 1 2 c m 7 8 '];
  expect(await cleaned(cue(0, 3, 'a'), cue(1, 2, ...drawn), cue(4, 5, 'm 1 2 and l 3 4'))).toEqual([
    cue(0, 3, 'a'),
    cue(4, 5, 'm 1 2 and l 3 4'),
  ]);
});

test('lines that roll up are kept once', async () => {
  const rolled = await cleaned(
    cue(0, 2, 'one'),
    cue(2, 4, 'one', 'two'),
    cue(4, 6, 'two', 'three'),
  );
  expect(rolled.map(({ lines }) => lines)).toEqual([['one'], ['two'], ['three']]);
});

test('a caption that is only shown on lasts longer', async () => {
  expect(await cleaned(cue(0, 2, 'stay'), cue(2, 5, 'stay'))).toEqual([cue(0, 5, 'stay')]);
});

test('what is said again after a pause is said twice', async () => {
  expect(await cleaned(cue(0, 1, 'no'), cue(3, 4, 'no'))).toHaveLength(2);
});

test('captions do not overlap', async () => {
  expect(await cleaned(cue(0, 3, 'a'), cue(2, 4, 'b'))).toEqual([cue(0, 2, 'a'), cue(2, 4, 'b')]);
});

const stream = (index: number, language: string, more: object = {}) => ({
  index,
  codec_type: 'subtitle',
  codec_name: 'subrip',
  tags: { language },
  ...more,
});
const sound = { index: 1, codec_type: 'audio', codec_name: 'aac', tags: { language: 'ger' } };
const streams = (...more: object[]) => Streams.parse({ streams: [sound, ...more] });

test.each([
  ['the language that is spoken', 'auto', [stream(2, 'eng'), stream(3, 'deu')], 3],
  ['the language that was asked', 'en-GB', [stream(2, 'deu'), stream(3, 'eng')], 3],
  ['a stream that names none', 'en', [stream(2, 'deu'), stream(3, 'und')], 3],
  [
    'the default one',
    'auto',
    [stream(2, 'fre'), stream(3, 'ita', { disposition: { default: 1 } })],
    3,
  ],
  ['no other language than asked', 'fr', [stream(2, 'deu')], undefined],
  ['no forced stream', 'auto', [stream(2, 'deu', { disposition: { forced: 1 } })], undefined],
  ['no pictures of text', 'auto', [stream(2, 'deu', { codec_name: 'dvd_subtitle' })], undefined],
])('it takes %s', (_what, language, subtitles, index) => {
  expect(chooseCaptions(streams(...subtitles), 1, language)[0]?.index).toBe(index);
});

test('three-letter codes are told as the codes callers send', () => {
  expect(chooseCaptions(streams(stream(2, 'ger')), 1, 'auto')[0]?.language).toBe('de');
});

test.each([
  ['dvb_subtitle', '[0][0][0][0]', 'pictures'],
  ['hdmv_pgs_subtitle', '[0][0][0][0]', 'pictures'],
  [undefined, '0x70707473', 'TTML'],
  [undefined, '0x74747677', expect.stringContaining('WebVTT')],
  ['subrip', '[0][0][0][0]', undefined],
])(
  'captions held as %s with the tag %s are not read where they are %s',
  (codec_name, codec_tag, form) => {
    expect(unreadCaptions(streams(stream(2, 'eng', { codec_name, codec_tag })))).toEqual(form);
  },
);
