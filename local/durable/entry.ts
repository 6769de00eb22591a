import type { ErrorObject, Operation, OperationUpdate } from './operation.ts';

/** An operation, and what only the backend needs to bring it to its end. */
export interface Entry {
  readonly operation: Operation;
  /** Of a callback: when it is over, in ms since 1970. */
  readonly endsBy?: number;
  /** Of a chained invoke: what is called with which payload. */
  readonly invoke?: { readonly functionName: string; readonly payload: string | undefined };
}

export interface Moment {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Milliseconds that pass for a second of a timer; 1000 but in tests. */
  readonly secondMs: number;
  readonly newCallbackId: (operationId: string) => string;
}

const at = (ms: number): string => new Date(ms).toISOString();

/** The entry after an update that was held to the rules. */
export function applyUpdate(
  update: OperationUpdate,
  before: Entry | undefined,
  moment: Moment,
): Entry {
  const { Id, Type, ParentId, Name, SubType } = update;
  const entry: Entry = before ?? {
    operation: {
      Id,
      Type,
      Status: 'STARTED',
      StartTimestamp: at(moment.now),
      ParentId,
      Name,
      SubType,
    },
  };
  const { operation } = entry;
  switch (update.Action) {
    case 'START':
      return { ...entry, ...started(update, operation, moment) };
    case 'RETRY':
      return { ...entry, operation: pending(update, operation, moment) };
    case 'CANCEL':
      return ended(entry, 'CANCELLED', {}, moment.now);
    case 'SUCCEED':
      return ended(entry, 'SUCCEEDED', { Result: update.Payload, options: update }, moment.now);
    case 'FAIL':
      return ended(entry, 'FAILED', { Error: update.Error, options: update }, moment.now);
  }
}

function started(update: OperationUpdate, operation: Operation, moment: Moment): Entry {
  const { now, secondMs } = moment;
  const timer = (seconds = 0) => now + seconds * secondMs;
  switch (update.Type) {
    case 'WAIT': {
      const ScheduledEndTimestamp = at(timer(update.WaitOptions?.WaitSeconds));
      return { operation: { ...operation, WaitDetails: { ScheduledEndTimestamp } } };
    }
    case 'CALLBACK': {
      const { TimeoutSeconds } = update.CallbackOptions ?? {};
      const CallbackId = moment.newCallbackId(operation.Id);
      return {
        operation: { ...operation, CallbackDetails: { CallbackId } },
        ...(TimeoutSeconds && { endsBy: timer(TimeoutSeconds) }),
      };
    }
    case 'CHAINED_INVOKE': {
      const { FunctionName: functionName = '' } = update.ChainedInvokeOptions ?? {};
      return {
        operation: { ...operation, ChainedInvokeDetails: {} },
        invoke: { functionName, payload: update.Payload },
      };
    }
    case 'CONTEXT': {
      const { ReplayChildren } = update.ContextOptions ?? {};
      return { operation: { ...operation, ContextDetails: { ReplayChildren } } };
    }
    default:
      return { operation: { ...operation, Status: 'STARTED' } };
  }
}

function pending(update: OperationUpdate, operation: Operation, moment: Moment): Operation {
  const wait = (update.StepOptions?.NextAttemptDelaySeconds ?? 0) * moment.secondMs;
  return {
    ...operation,
    Status: 'PENDING',
    StepDetails: {
      Attempt: (operation.StepDetails?.Attempt ?? 0) + 1,
      NextAttemptTimestamp: at(moment.now + wait),
      Result: update.Payload,
      Error: update.Error,
    },
  };
}

interface Outcome {
  readonly Result?: string | undefined;
  readonly Error?: ErrorObject | undefined;
  readonly options?: Pick<OperationUpdate, 'ContextOptions'>;
}

/** The entry of an operation that has ended; nothing is left to be done for it. */
export function ended(
  { operation }: Entry,
  Status: Operation['Status'],
  { options, ...outcome }: Outcome,
  now: number,
): Entry {
  const { StepDetails, ContextDetails, CallbackDetails } = operation;
  const over = { ...operation, Status, EndTimestamp: at(now) };
  switch (operation.Type) {
    case 'STEP':
      return {
        operation: {
          ...over,
          StepDetails: { Attempt: (StepDetails?.Attempt ?? 0) + 1, ...outcome },
        },
      };
    case 'CONTEXT': {
      const ReplayChildren =
        options?.ContextOptions?.ReplayChildren ?? ContextDetails?.ReplayChildren;
      return { operation: { ...over, ContextDetails: { ReplayChildren, ...outcome } } };
    }
    case 'CALLBACK':
      return {
        operation: {
          ...over,
          CallbackDetails: { CallbackId: CallbackDetails?.CallbackId ?? '', ...outcome },
        },
      };
    case 'CHAINED_INVOKE':
      return { operation: { ...over, ChainedInvokeDetails: outcome } };
    default:
      return { operation: over };
  }
}

/** When a timer moves the entry on, in ms since 1970; undefined for one that no timer moves. */
export function dueAt({ operation, endsBy }: Entry): number | undefined {
  const { Type, Status, WaitDetails, StepDetails } = operation;
  if (Type === 'WAIT' && Status === 'STARTED')
    return Date.parse(WaitDetails?.ScheduledEndTimestamp ?? '');
  if (Type === 'STEP' && Status === 'PENDING')
    return Date.parse(StepDetails?.NextAttemptTimestamp ?? '');
  return Type === 'CALLBACK' && Status === 'STARTED' ? endsBy : undefined;
}

/** The entry when its timer has run out. */
export function timedOut(entry: Entry, now: number): Entry {
  const { operation } = entry;
  if (operation.Type === 'WAIT') return ended(entry, 'SUCCEEDED', {}, now);
  if (operation.Type === 'STEP') return { operation: { ...operation, Status: 'READY' } };
  return ended(entry, 'TIMED_OUT', { Error: { ErrorMessage: 'Callback timed out' } }, now);
}
