import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { invoke, kept } from './invoke.ts';
import type { Change, LiveExecution } from './live-execution.ts';
import type { EnteredFunction } from './local-function.ts';
import { ErrorObject, type Operation } from './operation.ts';
import type { PageLimits } from './pages.ts';
import type { Persist } from './persist.ts';

interface Deps {
  readonly functions: ReadonlyMap<string, EnteredFunction>;
  readonly persist: Persist;
  readonly page: PageLimits;
  readonly secondMs: number;
  readonly onDefect: (error: unknown) => void;
}

/** What withDurableExecution returns for one invocation. */
const Outcome = z.discriminatedUnion('Status', [
  z.object({ Status: z.literal('SUCCEEDED'), Result: z.string().optional() }),
  z.object({ Status: z.literal('FAILED'), Error: ErrorObject.optional() }),
  z.object({ Status: z.literal('PENDING') }),
]);

const LONGEST_PAUSE_SECONDS = 60;
const IDLE = 'Cannot return PENDING status with no pending operations.';

/**
 * Invokes the handler of an execution until it ends: again whenever something it waits for has
 * ended, and after a pause when an invocation died.
 */
export const makeCarryExecution =
  ({ functions, persist, page, secondMs, onDefect }: Deps) =>
  async (execution: LiveExecution): Promise<void> => {
    const handler = functions.get(execution.record.functionName);
    if (!handler) throw new Error(`nobody answers for ${execution.record.arn}`);
    for (let failures = 0; !execution.over.aborted; ) {
      const answer = await handler.turns.take(() =>
        invoke(handler, JSON.stringify(execution.begin(page)), execution.over),
      );
      if (execution.over.aborted) return;
      const outcome = Outcome.safeParse('result' in answer ? JSON.parse(answer.result) : undefined);
      if (outcome.success) {
        failures = 0;
        const end = endOf(outcome.data, execution);
        if (end) await persist(execution, () => ({ end }));
        else await execution.news();
        continue;
      }
      onDefect('error' in answer ? answer.error : outcome.error);
      const pause = Math.min(2 ** failures, LONGEST_PAUSE_SECONDS) * secondMs;
      failures += 1;
      await wait(pause, undefined, { signal: execution.over }).catch(() => undefined);
    }
  };

/** The end that an invocation brings; undefined when its execution goes on. */
function endOf(outcome: z.infer<typeof Outcome>, execution: LiveExecution): Change['end'] {
  const failed = (error: ErrorObject | undefined) => ({ status: 'FAILED' as const, error });
  if (outcome.Status === 'FAILED') return failed(outcome.Error);
  if (outcome.Status === 'SUCCEEDED') {
    const answer = kept({ result: outcome.Result ?? '' });
    return 'error' in answer ? failed(answer.error) : { status: 'SUCCEEDED', ...answer };
  }
  const waits = [...execution.entries.values()].some(({ operation }) => isWaitedFor(operation));
  return waits || execution.hasNews ? undefined : failed({ ErrorMessage: IDLE });
}

const isWaitedFor = ({ Type, Status }: Operation): boolean =>
  Status === 'PENDING' ||
  (Status === 'STARTED' && (Type === 'WAIT' || Type === 'CALLBACK' || Type === 'CHAINED_INVOKE'));
