import { dueAt, type Entry, ended, timedOut } from './entry.ts';
import { type Answer, invoke, kept } from './invoke.ts';
import type { LiveExecution } from './live-execution.ts';
import { bareName, type EnteredFunction } from './local-function.ts';
import { hasEnded } from './operation.ts';
import type { Persist } from './persist.ts';
import { timersUntil } from './timers.ts';

interface Deps {
  readonly functions: ReadonlyMap<string, EnteredFunction>;
  readonly persist: Persist;
}

/**
 * Does what the operations of an execution wait for: lets their time pass, and calls the functions
 * that they ask for. Of what was written before this process began, too.
 */
export function makeAttend({ functions, persist }: Deps) {
  /** Brings an operation on, unless it has ended meanwhile. */
  const move = (execution: LiveExecution, id: string, work: (entry: Entry) => Entry | undefined) =>
    persist(execution, () => {
      const entry = execution.entries.get(id);
      const moved = entry && !hasEnded(entry.operation) ? work(entry) : undefined;
      return moved && { entries: [moved] };
    });

  const answerTo = async (execution: LiveExecution, { invoke: asked }: Entry): Promise<Answer> => {
    const { functionName = '', payload = '{}' } = asked ?? {};
    const target = functions.get(bareName(functionName));
    // No execution of ours begins another.
    if (target?.executionSeconds !== undefined || !target) return missing(functionName);
    return kept(await target.turns.take(() => invoke(target, payload, execution.over)));
  };

  const call = async (execution: LiveExecution, entry: Entry) => {
    const answer = await answerTo(execution, entry);
    const [status, details] =
      'result' in answer
        ? (['SUCCEEDED', { Result: answer.result }] as const)
        : (['FAILED', { Error: answer.error }] as const);
    const { Id } = entry.operation;
    await move(execution, Id, (asked) => ended(asked, status, details, Date.now()));
  };

  return (execution: LiveExecution): void => {
    const timers = timersUntil(execution.over);
    const called = new Set<string>();
    const ring = (id: string) =>
      void move(execution, id, (entry) => {
        const isDue = (dueAt(entry) ?? Number.POSITIVE_INFINITY) <= Date.now();
        return isDue ? timedOut(entry, Date.now()) : undefined;
      });
    const look = (entries: Iterable<Entry>) => {
      for (const entry of entries) {
        const { Id: id } = entry.operation;
        const due = dueAt(entry);
        if (due === undefined) timers.clear(id);
        else timers.set(id, due, () => ring(id));
        if (!entry.invoke || hasEnded(entry.operation) || called.has(id)) continue;
        called.add(id);
        void call(execution, entry);
      }
    };
    execution.onWritten = look;
    look(execution.entries.values());
    timers.set('', execution.record.endsBy, () => {
      const error = { ErrorMessage: 'The execution timed out.' };
      void persist(execution, () => ({ end: { status: 'TIMED_OUT', error } }));
    });
  };
}

const missing = (functionName: string): Answer => ({
  error: {
    ErrorType: 'ResourceNotFoundException',
    ErrorMessage: `Function not found: ${functionName}`,
  },
});
