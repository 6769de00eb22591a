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
  ['The second of the first freeze', NUMBER, 20],
  ['What is said at 2 s and at 25 s?', TEXT, undefined],
])('a member is what its description asks for: %s', (description, type, value) => {
  expect(described(type, description)).toEqual(value);
});
