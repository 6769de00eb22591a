import { ask, FACTS, told } from '../../../../support/evidence-facts.ts';

test.each([
  'Which shot is at 11 s?',
  'In which shot are we at 0:11?',
  'What scene is shown at eleven seconds?',
])('the shot that is shown at a second is told: %s', (question) => {
  expect(told(question)).toEqual(['The second of 4 shots: shot 2 lasts 8.4 s. 4 12.4']);
});

test('of a second that was not read no shot is told, nor where shots were not measured', () => {
  expect(ask('Which shot is at 100 s?').missing).toMatchObject([
    { reason: 'That is not in what was read: 0 s to 60 s of 60 s.' },
  ]);
  expect(ask('Which shot is at 11 s?', { ...FACTS, technical: null })).toMatchObject({
    sentences: [],
    missing: [{ field: 'shots' }],
  });
});

test.each([
  [
    'When is the cut nearest to 10 s?',
    'The second of 3 cuts: the picture cuts to another shot. 12.4',
  ],
  [
    'What is the closest cut to 0:10?',
    'The second of 3 cuts: the picture cuts to another shot. 12.4',
  ],
  [
    'Which silence is closest to 30 s?',
    'The second of 2 silences: it is silent for 1.5 s. 40 41.5',
  ],
])('of several the one nearest to a second is told alone: %s', (question, sentence) => {
  expect(told(question)).toEqual([sentence]);
});

test('when credits start is told by what is written, and that which of it they are is not seen', () => {
  const writing = [{ start: 50, end: 58, text: 'Directed by Ann Lee' }];
  const { sentences, missing } = ask('When do the credits start?', { ...FACTS, writing });
  expect(sentences).toMatchObject([{ seconds: [50, 58] }]);
  expect(missing).toMatchObject([{ field: 'what is shown' }]);
});
