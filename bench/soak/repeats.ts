import { repeats } from '../../test/support/repeats.ts';
import { soak } from './soak.ts';

const KEYS = 20;
const CALLS_PER_KEY = Number(process.argv[2] ?? 200);

await soak(async (tables) => {
  const { answersByKey, ...run } = await repeats(tables, KEYS, CALLS_PER_KEY);
  const oneEach = answersByKey.every((answers) => answers === 1);
  const holds = oneEach && run.jobs === KEYS && run.queued === KEYS && run.charges === KEYS;
  return { holds, keys: KEYS, calls_per_key: CALLS_PER_KEY, one_answer_a_key: oneEach, ...run };
});
