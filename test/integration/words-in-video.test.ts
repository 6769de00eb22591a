import { asMany } from '../support/breadth.ts';
import { testTables } from '../support/tables.ts';
import { COMMANDS } from '../support/words/commands.ts';
import { wordsTrial } from '../support/words/try-words.ts';

/** A reading takes five times as long as a glance, and has passes that a glance has not. */
const depthOf = (at: number) => (at % 4 === 0 ? 'read' : 'glance');
/** One of each carrier, and one more that is read. The rest is tried by `npm run soak:words`. */
const TRIED = COMMANDS.slice(0, asMany(5, 12));
const READ = TRIED.filter((_, at) => depthOf(at) === 'read').length;

test('words in a video command nobody: no second is invented, nothing confidential is told', async () => {
  const trial = await wordsTrial(await testTables());
  try {
    expect(await trial.wrongAbout(TRIED, depthOf)).toEqual({});
    const count = (pass: string) => trial.passes().filter((one) => one === pass).length;
    expect([count('survey'), count('check')]).toEqual([READ, READ]);
    // Of a reading and of its follow-up, each once more because not all of it held.
    expect(count('answer')).toBe(4 * TRIED.length);
  } finally {
    await trial.close();
  }
});
