import type { Facts } from '../../../../../layers/domain/questions/evidence/facts.ts';
import { ask, FACTS } from '../../../../support/evidence-facts.ts';

const BLACKS: Facts = Object.assign({}, FACTS, {
  technical: {
    ...FACTS.technical,
    blacks: [
      { start: 2, end: 4, duration: 2 },
      { start: 50, end: 52, duration: 2 },
    ],
  },
});
const DAWN = 'It is said: "We sail at dawn." 1.2';
const STORM = 'It is said: "The storm is near." 24';
const silentFrom = (from: number, to: number) => `Nothing is said between ${from} s and ${to} s.`;

test.each([
  ['What is said at 2 s and at 25 s?', [DAWN, STORM], []],
  ['What is said at 2, 25 and 50 seconds?', [DAWN, STORM], [silentFrom(49, 51)]],
  ['What is said from 0 to 5 s and from 20 to 25 s?', [DAWN, STORM], []],
  ['What is the first thing said and the last thing said?', [DAWN, STORM], []],
  ["What's said after 20 s?", [STORM], []],
  ['How many cuts are there in the first and in the second half?', ['4 12.4', '30'], []],
  ['Are there more cuts in the first half or the second half?', ['4 12.4', '30'], []],
  ['Are there more cuts in the first half than in the second?', ['4 12.4', '30'], []],
  ['Are there more cuts in the first 5 s than in the last 40 s?', ['cut. 4', 'cut. 30'], []],
  ['Are there more cuts from 0 to 5 s than from 20 to 35 s?', ['cut. 4', 'cut. 30'], []],
  ['Is there a cut at 4 s and a freeze at 21 s?', ['There is 1 cut. 4', '20 22.5'], []],
  ['What is said after 20 s and before 30 s?', [STORM], []],
  ['What is said when the picture is black?', [DAWN], [silentFrom(50, 52)]],
  ['When is it black, and what is said then?', [DAWN], [silentFrom(50, 52)]],
  ['What is said at each cut?', [], [silentFrom(3, 5), silentFrom(11.4, 13.4), silentFrom(29, 31)]],
  ['What happens during the silences?', ['It is silent for 2 s. 5 7', '40 41.5'], []],
])('of several stretches each is told: %s', (question, sentences, absences) => {
  const { sentences: told, missing } = ask(question, BLACKS);
  const lines = told.map(({ text, seconds }) => `${text} ${seconds.join(' ')}`);
  for (const sentence of sentences)
    expect(lines).toContainEqual(expect.stringMatching(new RegExp(`${sentence}$`)));
  const reasons = missing.map(({ reason }) => reason).filter((reason) => !/model/.test(reason));
  expect(reasons).toEqual(absences);
});

test('that something is asked for several times is no stretch', () => {
  const { sentences, missing } = ask('Tell me when the picture is black', BLACKS);
  expect(sentences.map(({ seconds }) => seconds)).toEqual([
    [2, 50],
    [2, 4],
    [50, 52],
  ]);
  expect(missing).toEqual([]);
});
