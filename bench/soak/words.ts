import { COMMANDS } from '../../test/support/words/commands.ts';
import { wordsTrial } from '../../test/support/words/try-words.ts';
import { soak } from './soak.ts';

/**
 * `npm run soak:words`: fifty clips whose words command the model, asked of one that believes them.
 */
await soak(async (tables) => {
  const trial = await wordsTrial(tables);
  try {
    const wrong = await trial.wrongAbout(COMMANDS, () => 'read');
    const calls = trial.passes().length;
    return { holds: Object.keys(wrong).length === 0, clips: COMMANDS.length, calls, wrong };
  } finally {
    await trial.close();
  }
});
