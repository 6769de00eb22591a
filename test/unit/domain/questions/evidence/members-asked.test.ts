import type { Facts } from '../../../../../layers/domain/questions/evidence/facts.ts';
import { fieldsFromFacts } from '../../../../../layers/domain/questions/evidence/fields-from-facts.ts';
import { FACTS } from '../../../../support/evidence-facts.ts';

const FLAG = { type: 'boolean' };
const NUMBER = { type: 'number' };
const TEXT = { type: 'string' };

/** What a member is filled with. */
function filled(name: string, member: object): unknown {
  const schema = { type: 'object', properties: { [name]: member } };
  const [field] = fieldsFromFacts(schema, FACTS);
  return field && JSON.parse(field.json);
}
const described = (type: object, description: string) => filled('a', { ...type, description });

test.each([
  ['has_no_cuts', FLAG, false],
  ['never_freezes', FLAG, false],
  ['no_blacks', FLAG, true],
  ['second_cut', NUMBER, 12.4],
  ['second_silence_end', NUMBER, 41.5],
  ['last_silence_duration', NUMBER, 1.5],
  ['fifth_cut', NUMBER, undefined],
  ['freeze_at_2s', FLAG, false],
  ['title_shot', NUMBER, undefined],
  ['cuts_before_freeze', NUMBER, undefined],
  ['average_shot_length', NUMBER, 15],
  ['freeze_from', NUMBER, 20],
  ['freeze_to', NUMBER, 22.5],
  ['cuts_in_first_half', NUMBER, 2],
  ['second_half_cut_count', NUMBER, 1],
  ['cuts_first_10_seconds', NUMBER, 1],
  ['has_cut_in_last_third', FLAG, false],
  ['time_of_title', NUMBER, 8],
  ['cut_timestamp', NUMBER, 4],
  ['seconds_silent', NUMBER, 3.5],
])('a member is what its whole name says: %s', (name, type, value) => {
  expect(filled(name, type)).toEqual(value);
});

test.each([
  ['Is there no cut?', FLAG, false],
  ["Isn't there a freeze?", FLAG, true],
  ['Does the video never freeze?', FLAG, false],
  ['Does it freeze at 2 s?', FLAG, false],
  ['When is the second cut?', NUMBER, 12.4],
  ['Number of cuts in the first half', NUMBER, 2],
  ['Number of cuts after the freeze', NUMBER, 1],
  ['Number of cuts after the dog barks', NUMBER, undefined],
  ['Second of the first cut; null when there is none', NUMBER, 4],
  ['true when there is a freeze, false without one', FLAG, true],
  ['Seconds until the first cut', NUMBER, 4],
  ['How long before the first cut?', NUMBER, 4],
  ['The second of the first freeze', NUMBER, 20],
  ['What is said at 2 s and at 25 s?', TEXT, undefined],
])('a member is what its description asks for: %s', (description, type, value) => {
  expect(described(type, description)).toEqual(value);
});

test.each([
  ['starts_with_black', FLAG, false],
  ['starts_with_silence', FLAG, false],
  ['silence_at_start', FLAG, false],
  ['starts_silent', FLAG, false],
  ['silent_opening', FLAG, false],
  ['starts_black', FLAG, false],
  ['frozen_at_21s', FLAG, true],
  ['frozen_at_23s', FLAG, false],
  ['cut_at_4s', FLAG, true],
  ['silence_duration_at_6s', NUMBER, 2],
  ['has_multiple_cuts', FLAG, true],
  ['has_multiple_freezes', FLAG, false],
  ['has_at_least_four_cuts', FLAG, undefined],
  ['has_silence_longer_than_3_seconds', FLAG, false],
  ['silences_of_at_least_2_seconds', NUMBER, 1],
  ['max_silence', NUMBER, 2],
  ['min_silence', NUMBER, 1.5],
  ['average_silence_length', NUMBER, 1.75],
  ['median_silence_length', NUMBER, undefined],
  ['silence_seconds', NUMBER, undefined],
  ['cut_frame_number', NUMBER, undefined],
  ['frozen_frame_count', NUMBER, undefined],
  ['black_frame_count', NUMBER, 0],
  ['camera_moves', FLAG, true],
  ['camera_is_static', FLAG, false],
  ['has_watermark', FLAG, undefined],
  ['has_overlay', FLAG, true],
  ['time_between_first_and_second_cut', NUMBER, undefined],
  ['silence_count_between_first_and_second_cut', NUMBER, undefined],
])('a member that asks for some of them is not filled with all: %s', (name, type, value) => {
  expect(filled(name, type)).toEqual(value);
});

test.each([
  ['Whether the video starts with silence', FLAG, false],
  ['Is it silent at 6 seconds?', FLAG, true],
  ['Is it silent at 4.5 seconds?', FLAG, false],
  ['Is there a title at 9 s?', FLAG, true],
  ['Is there a title at 7.5 s?', FLAG, undefined],
  ['Is the camera static?', FLAG, false],
  ['Time between the first and the second cut', NUMBER, undefined],
  ['Number of silences between the first and the second cut', NUMBER, 1],
])('a member is true of the second that it names: %s', (description, type, value) => {
  expect(described(type, description)).toEqual(value);
});

test.each([
  ['The start of the longest silence', NUMBER, undefined],
  ['The number of the longest shot', NUMBER, undefined],
  ['The longest silence in seconds', NUMBER, 2],
  ['The second shortest shot in seconds', NUMBER, 8.4],
  ['When the second longest shot begins', NUMBER, 12.4],
  ['The number of the second longest shot', NUMBER, undefined],
  ['The second of the penultimate cut', NUMBER, 12.4],
  ['The second to last cut', NUMBER, 12.4],
  ['How long does the second silence last?', NUMBER, 1.5],
  ['How long is it silent?', NUMBER, 3.5],
  ['Percentage of the video that is silent', NUMBER, undefined],
  ['Time from the freeze to the title', NUMBER, undefined],
  ['Number of cuts and dissolves', NUMBER, undefined],
  ['Is there a cut or a fade?', FLAG, undefined],
  ['Are all silences longer than 1 second?', FLAG, undefined],
  ['Is there more silence than speech?', FLAG, undefined],
  ['Is the video silent?', FLAG, undefined],
  ['Is the first cut after 5 seconds?', FLAG, undefined],
  ['Is the video ever silent?', FLAG, true],
  ['Is the video black?', FLAG, false],
])(
  'a member that asks for more than it has room for stays open: %s',
  (description, type, value) => {
    expect(described(type, description)).toEqual(value);
  },
);

test.each([
  ['jump_cuts', ''],
  ['cuts_with_text', ''],
  ['cuts_to_black', ''],
  ['opening_title', ''],
  ['cuts', 'Number of cuts excluding the first'],
])('of which sort they are was not measured: %s %s', (name, description) => {
  expect(filled(name, { ...NUMBER, description })).toBeUndefined();
});

test('a fade to black is a fade, and no black stretch', () => {
  const { technical, signal } = FACTS;
  const blacks = [
    { start: 13, end: 14, duration: 1 },
    { start: 58, end: 60, duration: 2 },
  ];
  const fades = [{ start: 57, end: 58, kind: 'out', confidence: 0.9 }];
  const facts = {
    ...FACTS,
    technical: { ...technical, blacks },
    signal: { ...signal, fades },
  } as Facts;
  const of = (name: string) =>
    fieldsFromFacts({ properties: { [name]: NUMBER } }, facts).map(({ json }) => json);
  expect(of('fades_to_black')).toEqual(['1']);
  expect(of('fade_to_black_start')).toEqual(['57']);
  expect(of('black_count')).toEqual(['2']);
});

test('an object that says when one thing begins says how long that one lasts', () => {
  const of = (properties: object) =>
    fieldsFromFacts({ properties: { silence: { properties } } }, FACTS).map(({ json }) => json);
  expect(of({ start: NUMBER, end: NUMBER, duration: NUMBER })).toEqual(['5', '7', '2']);
  expect(of({ count: NUMBER, duration: NUMBER })).toEqual(['2', '3.5']);
});

test.each(['cuts_per_second', 'first_cut_frame', 'title_position', 'freeze_time', 'cut_rate'])(
  'a number that is neither a count nor a second stays open: %s',
  (name) => {
    expect(filled(name, NUMBER)).toBeUndefined();
  },
);
