import { randomUUID } from 'node:crypto';
import { applyUpdate, type Entry, ended, type Moment } from './entry.ts';
import {
  type Execution,
  type ExecutionRecord,
  type ExecutionStore,
  Superseded,
} from './execution-store.ts';
import { invalidParameter, invalidToken } from './lambda-error.ts';
import { requireMove, requireOrder } from './moves.ts';
import type { ErrorObject, Operation, OperationUpdate } from './operation.ts';
import { type Page, type PageLimits, pageOf } from './pages.ts';
import { requireQuotas, type Used, usedWith } from './quotas.ts';

/** What a change makes of an execution. */
export interface Change {
  readonly entries?: readonly Entry[];
  readonly end?: Pick<ExecutionRecord, 'status' | 'result' | 'error'>;
  /** False for what its handler need not know. */
  readonly isNews?: boolean;
}

interface Checkpoint {
  readonly token: string;
  readonly clientToken: string | undefined;
  readonly updates: readonly OperationUpdate[];
}

interface CheckpointAnswer {
  readonly CheckpointToken: string;
  readonly operations: readonly Operation[];
}

/** The ids under which a handler knows its execution's own operation and those of its callbacks. */
const EXECUTION_ID = 'execution';

/**
 * An execution in this process: what the table holds of it, who may write to it now, and what has
 * changed that its handler has not heard of. Changes are written one after another.
 */
export class LiveExecution {
  readonly #store: ExecutionStore;
  readonly #moment: () => Moment;
  readonly #quotas: Used;
  readonly #over = new AbortController();
  readonly #ended = Promise.withResolvers<ExecutionRecord>();
  readonly #fresh = new Set<string>();
  #execution: Execution;
  #token = '';
  #answered: { readonly to: string; readonly answer: CheckpointAnswer } | undefined;
  #tail: Promise<unknown> = Promise.resolve();
  #news = Promise.withResolvers<void>();
  /** Told of entries that were written. */
  onWritten: (entries: readonly Entry[]) => void = () => undefined;

  constructor(
    { record, entries }: Execution,
    store: ExecutionStore,
    moment: (record: ExecutionRecord) => Moment,
    quotas: Used,
  ) {
    this.#quotas = quotas;
    const input: Operation = {
      Id: EXECUTION_ID,
      Type: 'EXECUTION',
      Status: 'STARTED',
      StartTimestamp: new Date(record.startedAt).toISOString(),
      ExecutionDetails: { InputPayload: record.input },
    };
    this.#execution = {
      record,
      entries: new Map([[EXECUTION_ID, { operation: input }], ...entries]),
    };
    this.#store = store;
    this.#moment = () => moment(record);
    if (record.status !== 'RUNNING') this.#settleEnd(record);
  }

  get record(): ExecutionRecord {
    return this.#execution.record;
  }
  get entries(): ReadonlyMap<string, Entry> {
    return this.#execution.entries;
  }
  /** Aborts when the execution has ended, or is left to another process. */
  get over(): AbortSignal {
    return this.#over.signal;
  }
  /** The record of its end. */
  get ended(): Promise<ExecutionRecord> {
    return this.#ended.promise;
  }

  /** Whether something has changed that the handler has not heard of. */
  get hasNews(): boolean {
    return this.#fresh.size > 0;
  }

  /** Opens an invocation: what wrote before it cannot any more. */
  begin(limits: PageLimits) {
    const { CheckpointToken, operations } = this.#newAnswer([]);
    return {
      DurableExecutionArn: this.record.arn,
      CheckpointToken,
      InitialExecutionState: pageOf(this.entries, undefined, limits),
      UpdatedOperationIds: operations.map(({ Id }) => Id),
    };
  }

  /** @throws LambdaError for a token that is not the newest */
  page(token: string, marker: string | undefined, limits: PageLimits): Page {
    this.#requireToken(token);
    return pageOf(this.entries, marker, limits);
  }

  /**
   * Takes what the handler reports, and tells what has changed since it heard last. A repeat of the
   * last request is answered as that was.
   * @throws LambdaError, Superseded; nothing is taken then
   */
  async checkpoint({ token, clientToken, updates }: Checkpoint): Promise<CheckpointAnswer> {
    const request = `${token} ${clientToken}`;
    if (clientToken !== undefined && this.#answered?.to === request) return this.#answered.answer;
    const own = await this.change(() => {
      this.#requireToken(token);
      return updates.length > 0 ? { ...this.#reported(updates), isNews: false } : undefined;
    });
    this.#requireRunning(own);
    const answer = this.#newAnswer(own?.entries ?? []);
    this.#answered = { to: request, answer };
    return answer;
  }

  /**
   * Writes what `work` makes of the execution as it is when its turn comes; nothing of one that has
   * ended, or when it makes nothing.
   * @throws Superseded, and what `work` throws
   */
  change(work: () => Change | undefined): Promise<Change | undefined> {
    const turn = async () => {
      const before = this.record;
      const change = before.status === 'RUNNING' ? work() : undefined;
      if (!change) return undefined;
      const { entries = [], end, isNews = true } = change;
      const used = usedWith(before.used, this.entries, entries);
      // What others answer is taken all the same: the handler is refused when it reports next.
      if (!isNews) requireQuotas(used, this.#quotas);
      const record = { ...before, ...end, used, revision: before.revision + 1 };
      await this.#write(record, entries);
      this.#execution = { record, entries: this.#execution.entries };
      for (const entry of entries) this.#execution.entries.set(entry.operation.Id, entry);
      if (isNews) this.#hear(entries);
      this.onWritten(entries);
      if (record.status !== 'RUNNING') this.#settleEnd(record);
      return change;
    };
    const turned = this.#tail.then(turn);
    this.#tail = turned.catch(() => undefined);
    return turned;
  }

  /** Settles when something has changed that the handler has not heard of, or all is over. */
  async news(): Promise<void> {
    if (!this.hasNews && !this.over.aborted) await this.#news.promise;
  }

  /** Leaves the execution as it is, for whoever goes on with it. */
  abandon(): void {
    this.#token = '';
    this.#over.abort();
    this.#news.resolve();
  }

  async #write(record: ExecutionRecord, entries: readonly Entry[]): Promise<void> {
    try {
      await this.#store.write(record, entries);
    } catch (error) {
      if (error instanceof Superseded) this.abandon();
      throw error;
    }
  }

  #reported(updates: readonly OperationUpdate[]): Change {
    requireOrder(updates);
    const moment = this.#moment();
    const after = new Map<string, Entry>();
    const find = (id: string) => after.get(id) ?? this.entries.get(id);
    for (const update of updates) {
      const isEnd = update.Type === 'EXECUTION';
      // Whatever id the handler gives it, there is one execution.
      const id = isEnd ? EXECUTION_ID : update.Id;
      const before = find(id);
      const parent = update.ParentId === undefined ? undefined : find(update.ParentId)?.operation;
      requireMove({ ...update, Id: id }, before?.operation, parent);
      if (isEnd) return { entries: [...after.values()], end: endOf(update) };
      after.set(id, applyUpdate(update, before, moment));
    }
    return { entries: [...after.values()] };
  }

  #hear(entries: readonly Entry[]): void {
    for (const { operation } of entries) this.#fresh.add(operation.Id);
    this.#news.resolve();
  }

  #newAnswer(own: readonly Entry[]): CheckpointAnswer {
    const ids = [...this.#fresh, ...own.map(({ operation }) => operation.Id)];
    this.#fresh.clear();
    this.#news = Promise.withResolvers();
    this.#token = randomUUID();
    const operations = [...new Set(ids)].flatMap((id) => this.entries.get(id)?.operation ?? []);
    return { CheckpointToken: this.#token, operations };
  }

  #requireToken(token: string): void {
    if (token !== this.#token || this.over.aborted) throw invalidToken();
  }

  #requireRunning(own: Change | undefined): void {
    if (this.record.status !== 'RUNNING' && !own?.end) throw invalidToken();
  }

  #settleEnd(record: ExecutionRecord): void {
    this.#ended.resolve(record);
    this.abandon();
  }
}

const endOf = ({ Action, Payload, Error: error }: OperationUpdate): NonNullable<Change['end']> =>
  Action === 'SUCCEED' ? { status: 'SUCCEEDED', result: Payload } : { status: 'FAILED', error };

/**
 * The entry with what its callback was told.
 * @throws LambdaError for one that waits for nothing any more
 */
export function calledBack(
  entry: Entry,
  outcome: { readonly Result?: string | undefined } | { readonly Error: ErrorObject },
  now: number,
): Entry {
  const { Status } = entry.operation;
  if (Status !== 'STARTED') throw invalidParameter(`The callback is ${Status} already.`);
  return ended(entry, 'Error' in outcome ? 'FAILED' : 'SUCCEEDED', outcome, now);
}
