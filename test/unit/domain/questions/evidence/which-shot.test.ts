import { ask, FACTS, told } from '../../../../support/evidence-facts.ts';

test.each([
  ['In which shot is "The storm is near" said?', ['It begins in shot 3. 24']],
  ['In which shot does the camera pan?', ['It begins in shot 3. 14']],
  ['Which shots have speech?', ['It begins in shot 1. 1.2', 'It begins in shot 3. 24']],
  ['Which shot contains the title?', ['It begins in shot 2. 8']],
  ['Which shots are silent?', ['It begins in shot 2. 5', 'It begins in shot 4. 40']],
])('where a question is for shots, they are named: %s', (question, shots) => {
  expect(told(question).filter((sentence) => sentence.startsWith('It begins'))).toEqual(shots);
});

test('where shots were not measured, that is said', () => {
  const { sentences, missing } = ask('In which shot does somebody say storm?', {
    ...FACTS,
    technical: null,
  });
  expect(sentences).toEqual([{ text: 'It is said: "The storm is near."', seconds: [24] }]);
  expect(missing).toMatchObject([{ field: 'shots' }]);
});
