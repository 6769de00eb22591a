import { testTables } from '../support/tables.ts';
import { COMMANDS } from '../support/words/commands.ts';
import { wordsTrial } from '../support/words/try-words.ts';

/** A reading takes five times as long as a glance, and has passes that a glance has not. */
const depthOf = (at: number) => (at % 4 === 0 ? 'read' : 'glance');
/** The rest is tried by `npm run soak:words`. */
const TRIED = COMMANDS.slice(0, 12);

test('words in a video command nobody: no second is invented, nothing confidential is told', async () => {
  const trial = await wordsTrial(await testTables());
  try {
    expect(await trial.wrongAbout(TRIED, depthOf)).toEqual({});
    const count = (pass: string) => trial.passes().filter((one) => one === pass).length;
    expect([count('survey'), count('check')]).toEqual([3, 3]);
    // Of a reading and of its follow-up, each once more because not all of it held.
    expect(count('answer')).toBe(4 * TRIED.length);
  } finally {
    await trial.close();
  }
});
