import { ask } from '../../../../support/evidence-facts.ts';

test.each([
  ['Is there a freez after 10 secnds?', 'Is there a freeze after 10 seconds?'],
  ['Is there a cut afetr 26 secnds?', 'Is there a cut after 26 seconds?'],
  ['How many cuts are in the frist half?', 'How many cuts are in the first half?'],
  ['How long is the vidoe?', 'How long is the video?'],
  ['When is the secnod silense?', 'When is the second silence?'],
])('a slip of the pen is put right, and that is said: %s', (question, right) => {
  const meant = ask(right);
  const reason = `The question was read as: ${right}`;
  expect(meant.sentences).not.toEqual([]);
  expect(ask(question)).toEqual({
    ...meant,
    missing: [...meant.missing, { field: 'spelling', reason }],
  });
});

test.each([
  'When is the block shown?',
  'When does he come back?',
  'Is the screen blank?',
  'Who found the flask?',
  'When is "the secnd" said?',
  'When does Frist appear?',
])('what may be a word of its own stays as it is: %s', (question) => {
  expect(ask(question).missing.map(({ field }) => field)).not.toContain('spelling');
});
