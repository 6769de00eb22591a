import type { DurableContext } from '@aws/durable-execution-sdk-js';
import {
  type HearingWork,
  makeCarryTranscript,
} from '../../../functions/durable/transcript/carry-transcript.ts';
import type { LongHearing } from '../../../layers/app/ports/transcript/long-hearing.ts';
import { countedExecution } from '../../support/durable/counted-execution.ts';

/** https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html: it cannot be raised. */
const MOST_OPERATIONS = 3_000;
const HEARING = { run: { orgId: 'org_1', jobId: 'job_1', run: 'run_1' } } as LongHearing;

test('three hours of speech wait half a day for slots within the operations of an execution', async () => {
  const execution = countedExecution();
  /** Others of the organization have all slots: one comes to this job every twenty minutes. */
  let nextSlot = 0;
  const heard: number[] = [];
  const work: HearingWork = {
    order: async () => ({}) as Awaited<ReturnType<HearingWork['order']>>,
    split: async () => 36,
    async turn() {
      if (execution.seconds() < nextSlot) return 'wait';
      nextSlot = execution.seconds() + 20 * 60;
      return 'granted';
    },
    begin: async () => undefined,
    async look(_, { window }) {
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
  expect(heard).toHaveLength(36);
  expect(execution.seconds()).toBeGreaterThan(11 * 3600);
  expect(execution.operations()).toBeLessThan(MOST_OPERATIONS);
});
