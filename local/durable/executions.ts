import { randomUUID } from 'node:crypto';
import { Turns } from '../../layers/app/turns.ts';
import { makeAttend } from './attend.ts';
import { callbackOf, newCallbackId } from './callback-id.ts';
import { makeCarryExecution } from './carry-execution.ts';
import type { Moment } from './entry.ts';
import type { Execution, ExecutionRecord, ExecutionStore } from './execution-store.ts';
import { type Answer, invoke } from './invoke.ts';
import { invalidParameter, LambdaError, notFound } from './lambda-error.ts';
import { calledBack, LiveExecution } from './live-execution.ts';
import { bareName, type LocalFunction } from './local-function.ts';
import { PAGE, type PageLimits } from './pages.ts';
import { makePersist } from './persist.ts';
import { QUOTAS, type Used, usedAtStart } from './quotas.ts';

export interface ExecutionsOptions {
  readonly store: ExecutionStore;
  readonly functions: readonly LocalFunction[];
  readonly region: string;
  /** Milliseconds that pass for a second of a timer; 1000 but in tests. */
  readonly secondMs?: number;
  readonly page?: PageLimits;
  /** Lambda's but in tests. */
  readonly quotas?: Used;
  /** Told of what is tried again. */
  readonly onDefect: (error: unknown) => void;
}

/**
 * Carries executions of durable functions. What a killed process had in hand is taken up from the
 * table by the next one.
 */
export async function openExecutions(options: ExecutionsOptions) {
  const { store, region, secondMs = 1000, page = PAGE, quotas = QUOTAS, onDefect } = options;
  const functions = new Map(
    options.functions.map((made) => [made.name, { ...made, turns: new Turns(made.concurrency) }]),
  );
  const live = new Map<string, LiveExecution>();
  const moment = ({ arn }: ExecutionRecord): Moment => ({
    now: Date.now(),
    secondMs,
    newCallbackId: (operationId) => newCallbackId(arn, operationId),
  });

  const begin = async (functionName: string, name: string, input: string) => {
    const made = functions.get(functionName);
    if (made?.executionSeconds === undefined)
      throw notFound(`The durable function ${functionName}`);
    const startedAt = Date.now();
    const functionArn = `arn:aws:lambda:${region}:000000000000:function:${functionName}:$LATEST`;
    const { record, isNew } = await store.create({
      functionName,
      name,
      input,
      startedAt,
      status: 'RUNNING',
      revision: 0,
      used: usedAtStart(input),
      arn: `${functionArn}/durable-execution/${name}/${randomUUID()}`,
      endsBy: startedAt + made.executionSeconds * secondMs,
    });
    if (record.input !== input)
      throw new LambdaError(
        409,
        'DurableExecutionAlreadyStartedException',
        `An execution named ${name} was started with another payload.`,
      );
    return isNew ? take({ record, entries: new Map() }) : resume(record);
  };

  const persist = makePersist(secondMs, onDefect);
  const deps = { functions, persist, page, secondMs, onDefect };
  const carry = makeCarryExecution(deps);
  const attend = makeAttend(deps);

  /** The execution as this process knows it, taken up from the table when it runs. */
  const resume = async (named: Pick<ExecutionRecord, 'functionName' | 'name' | 'arn'>) => {
    const known = live.get(named.arn);
    if (known) return known;
    const found = await store.load(named);
    if (found?.record.arn !== named.arn) throw notFound(`The execution ${named.arn}`);
    return take(found);
  };

  const take = (found: Execution): LiveExecution => {
    const { record } = found;
    const known = live.get(record.arn);
    if (known) return known;
    const execution = new LiveExecution(found, store, moment, quotas);
    if (execution.over.aborted) return execution;
    live.set(record.arn, execution);
    execution.over.addEventListener('abort', () => live.delete(record.arn));
    attend(execution);
    void carry(execution).catch(onDefect);
    return execution;
  };

  const find = async (arn: string): Promise<LiveExecution> => {
    const [, functionName = '', name = ''] =
      /:function:([\w-]+):[^/]+\/durable-execution\/([^/]+)\/[^/]+$/.exec(arn) ?? [];
    return resume({ functionName, name, arn });
  };

  const callBack = async (id: string, outcome: Parameters<typeof calledBack>[1]) => {
    const { arn, operationId } = callbackOf(id);
    const execution = await find(arn);
    const changed = await execution.change(() => {
      const entry = execution.entries.get(operationId);
      if (!entry || entry.operation.CallbackDetails?.CallbackId !== id)
        throw notFound('The callback');
      if (entry.operation.Status === 'TIMED_OUT')
        throw new LambdaError(400, 'CallbackTimeoutException', 'The callback has timed out.');
      return { entries: [calledBack(entry, outcome, Date.now())] };
    });
    if (!changed) throw invalidParameter('The execution has ended.');
  };

  for (const record of await store.running()) await resume(record);

  return {
    page,
    /**
     * Starts an execution under a name, or finds the one that has it.
     * @throws LambdaError ResourceNotFoundException, DurableExecutionAlreadyStartedException
     */
    start: async (functionName: string, name: string, input: string): Promise<ExecutionRecord> =>
      (await begin(bareName(functionName), name, input)).record,
    /**
     * Calls a function that is no durable one, and waits for it; it ends when nobody waits.
     * @throws LambdaError ResourceNotFoundException
     */
    async call(functionName: string, payload: string, over: AbortSignal): Promise<Answer> {
      const called = functions.get(bareName(functionName));
      if (!called || called.executionSeconds !== undefined)
        throw notFound(`The function ${functionName}`);
      return called.turns.take(() => invoke(called, payload, over));
    },
    /** @throws LambdaError ResourceNotFoundException */
    find,
    /** @throws LambdaError for a callback that is not waited for any more */
    callBack,
    /** Goes on with nothing; what is in hand is taken up at the next start. */
    close(): void {
      for (const execution of live.values()) execution.abandon();
    },
  };
}

export type LocalExecutions = Awaited<ReturnType<typeof openExecutions>>;
