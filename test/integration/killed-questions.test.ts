import { ASKED, questionKills, rightEndOf } from '../support/question-kills.ts';
import { testTables } from '../support/tables.ts';

/** Every so many steps are cut here; `npm run soak:kills` cuts them all. */
const EVERY = { 'a question': 15, 'a follow-up': 9, 'a batch': 80 } as const;

let kills: Awaited<ReturnType<typeof questionKills>>;

beforeAll(async () => {
  kills = await questionKills(await testTables());
});
afterAll(() => kills.close());

test.each(ASKED)(
  'a process that works on %s and is killed leaves one end, one charge, one answer',
  async (about) => {
    const whole = await kills.undisturbed(about);
    expect([whole.signal, whole.left]).toEqual([null, rightEndOf(about)]);
    for (let step = EVERY[about] >> 1; step < whole.steps.length; step += EVERY[about]) {
      const when = step % 2 === 0 ? 'after' : 'during';
      const { signal, left, calls } = await kills.killed(about, { step, when });
      expect({ step, signal, left }).toEqual({ step, signal: 'SIGKILL', left: rightEndOf(about) });
      // No call that was kept is made twice: only the one that was cut off may be.
      expect(calls).toBeLessThanOrEqual(whole.calls + 1);
    }
  },
);
