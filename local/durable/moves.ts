import { invalidParameter } from './lambda-error.ts';
import type {
  Action,
  Operation,
  OperationStatus,
  OperationType,
  OperationUpdate,
} from './operation.ts';

type Before = OperationStatus | 'absent';

const CLOSE: readonly Before[] = ['absent', 'STARTED', 'READY'];
const EXTERNAL = { START: ['absent'], CANCEL: ['STARTED'] } as const;

/** In which states of an operation an action may come. */
const MOVES: Readonly<Record<OperationType, Partial<Record<Action, readonly Before[]>>>> = {
  STEP: { START: ['absent', 'READY'], SUCCEED: CLOSE, FAIL: CLOSE, RETRY: CLOSE },
  CONTEXT: { START: ['absent'], SUCCEED: ['absent', 'STARTED'], FAIL: ['absent', 'STARTED'] },
  WAIT: EXTERNAL,
  CALLBACK: EXTERNAL,
  CHAINED_INVOKE: EXTERNAL,
  EXECUTION: { SUCCEED: ['STARTED'], FAIL: ['STARTED'] },
};

/** What must come with the first action of an operation that others complete. */
const OPTIONS: Partial<Record<OperationType, keyof OperationUpdate>> = {
  WAIT: 'WaitOptions',
  CHAINED_INVOKE: 'ChainedInvokeOptions',
};

/**
 * Holds one update to the rules of its operation.
 * @throws LambdaError InvalidParameterValueException
 */
export function requireMove(
  update: OperationUpdate,
  before: Operation | undefined,
  parent: Operation | undefined,
): void {
  const { Id, Type, Action, ParentId } = update;
  const from = MOVES[Type][Action];
  if (!from) throw invalidParameter(`${Action} is no action of a ${Type}.`);
  if (before && before.Type !== Type)
    throw invalidParameter(`Operation ${Id} is a ${before.Type}, not a ${Type}.`);
  const status = before?.Status ?? 'absent';
  if (!from.includes(status))
    throw invalidParameter(`Operation ${Id} is ${status}: ${Action} needs ${from.join(' or ')}.`);
  if (ParentId !== undefined && parent?.Type !== 'CONTEXT')
    throw invalidParameter(`The parent of operation ${Id} is no context of this execution.`);
  const option = OPTIONS[Type];
  if (Action === 'START' && option && update[option] === undefined)
    throw invalidParameter(`START of a ${Type} needs ${option}.`);
  if (Action === 'RETRY' && update.StepOptions === undefined)
    throw invalidParameter('RETRY of a STEP needs StepOptions.');
  if (update.Payload !== undefined && (Action === 'FAIL' || update.Error !== undefined))
    throw invalidParameter(`${Action} has either a Payload or an Error.`);
  if (update.Error !== undefined && Action === 'SUCCEED')
    throw invalidParameter('SUCCEED has no Error.');
}

/**
 * Holds the updates of one request to the rules between them: an operation is updated once, or
 * started and then moved on; the end of the execution comes last.
 * @throws LambdaError InvalidParameterValueException
 */
export function requireOrder(updates: readonly OperationUpdate[]): void {
  const last = new Map<string, OperationUpdate>();
  for (const [at, update] of updates.entries()) {
    const earlier = last.get(update.Id);
    const isMovedOn =
      earlier?.Action === 'START' &&
      update.Action !== 'START' &&
      (earlier.Type === 'STEP' || earlier.Type === 'CONTEXT');
    if (earlier && !isMovedOn)
      throw invalidParameter('Cannot update the same operation twice in a single request.');
    if (update.Type === 'EXECUTION' && at < updates.length - 1)
      throw invalidParameter('EXECUTION checkpoint must be the last update.');
    last.set(update.Id, update);
  }
}
