import type { DurableContext } from '@aws/durable-execution-sdk-js';
import { makeCarryTranscript } from '../../../functions/durable/transcript/carry-transcript.ts';
import type { HearingWork } from '../../../functions/durable/transcript/hearing-work.ts';
import type { LongHearing } from '../../../layers/app/ports/transcript/long-hearing.ts';
import { RecogniserBusy } from '../../../layers/app/ports/transcript/window-recogniser.ts';
import { QUOTAS } from '../../../local/durable/quotas.ts';
import { countedExecution } from '../../support/durable/counted-execution.ts';

const HEARING = { run: { orgId: 'org_1', jobId: 'job_1', run: 'run_1' } } as LongHearing;

interface Recogniser {
  readonly windows: number;
  /** Seconds after which a slot comes to this job, again and again. */
  readonly slotSeconds: number;
  /** How often a window is turned away before it is begun. */
  readonly busy: number;
  /** Seconds in which a window is recognised. */
  readonly seconds: number;
}

/** The operations of an execution in which nobody tells of an end. */
async function operationsOf({ windows, slotSeconds, busy, seconds }: Recogniser) {
  const execution = countedExecution();
  const heard: number[] = [];
  const asked = new Map<number, number>();
  const begun = new Map<number, number>();
  let nextSlot = 0;
  const work: HearingWork = {
    order: async () => ({}) as Awaited<ReturnType<HearingWork['order']>>,
    split: async () => windows,
    async turn() {
      if (execution.seconds() < nextSlot) return 'wait';
      nextSlot = execution.seconds() + slotSeconds;
      return 'granted';
    },
    async begin(_, { window }) {
      if (begun.has(window)) return;
      const before = asked.get(window) ?? 0;
      asked.set(window, before + 1);
      if (before < busy) throw new RecogniserBusy('later');
      begun.set(window, execution.seconds());
    },
    async look(_, { window }) {
      if (execution.seconds() < (begun.get(window) ?? 0) + seconds) return 'runs';
      heard.push(window);
      return 'heard';
    },
    stop: async () => true,
    giveUp: async () => undefined,
    handBack: async () => undefined,
    clear: async () => undefined,
  };
  const carry = makeCarryTranscript({ work, decodeFunction: 'decode' });
  await execution.run((context: DurableContext) => carry(HEARING, context));
  return { heard: heard.length, hours: execution.seconds() / 3600, of: execution.operations() };
}

const DAY = 144;
const ways: readonly (readonly [string, Recogniser, number])[] = [
  [
    'three hours, for which slots are rare',
    { windows: 36, slotSeconds: 1200, busy: 0, seconds: 0 },
    11,
  ],
  ['a day, for which slots are rare', { windows: DAY, slotSeconds: 480, busy: 0, seconds: 0 }, 19],
  ['a day, of which each window waits', { windows: DAY, slotSeconds: 0, busy: 0, seconds: 600 }, 2],
  [
    'a day, of which each window is turned away',
    { windows: DAY, slotSeconds: 0, busy: 6, seconds: 60 },
    1,
  ],
];
test.each(ways)(
  'speech of %s, is heard within the operations of an execution',
  async (_what, recogniser, leastHours) => {
    const { heard, hours, of } = await operationsOf(recogniser);
    expect(heard).toBe(recogniser.windows);
    expect(hours).toBeGreaterThan(leastHours);
    expect(hours).toBeLessThan(24);
    expect(of).toBeLessThan(QUOTAS.operations);
  },
);
