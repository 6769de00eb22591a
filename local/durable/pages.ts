import type { Entry } from './entry.ts';
import { hasEnded, type Operation } from './operation.ts';

/** Of one page of an execution's state, in the event of an invocation or an answer. */
export interface PageLimits {
  readonly operations: number;
  readonly bytes: number;
}

export const PAGE: PageLimits = { operations: 1000, bytes: 1024 ** 2 };

export interface Page {
  readonly Operations: readonly Operation[];
  /** Where the next page begins; empty when there is none. */
  readonly NextMarker: string;
}

/**
 * What a handler needs to replay, in the order in which it began. Children of a context that has
 * ended are left out, unless it asked for them: its result stands for them.
 */
function replayed(entries: ReadonlyMap<string, Entry>): Operation[] {
  const left = new Set<string>();
  const shown: Operation[] = [];
  for (const { operation } of entries.values()) {
    const parent = operation.ParentId ? entries.get(operation.ParentId)?.operation : undefined;
    const isWithin =
      parent !== undefined &&
      (left.has(parent.Id) || (hasEnded(parent) && !parent.ContextDetails?.ReplayChildren));
    if (isWithin) left.add(operation.Id);
    else shown.push(operation);
  }
  return shown;
}

/**
 * A page of the state from a marker on. The marker is the last operation of the page before, so
 * that what ends between two pages shifts nothing.
 */
export function pageOf(
  entries: ReadonlyMap<string, Entry>,
  marker: string | undefined,
  limits: PageLimits,
): Page {
  const order = new Map([...entries.keys()].map((id, index) => [id, index]));
  const after = order.get(marker ?? '') ?? -1;
  const rest = replayed(entries).filter(({ Id }) => (order.get(Id) ?? 0) > after);
  let bytes = 0;
  const fitting = rest.findIndex((operation, index) => {
    bytes += Buffer.byteLength(JSON.stringify(operation));
    return index >= limits.operations || (bytes > limits.bytes && index > 0);
  });
  const Operations = fitting < 0 ? rest : rest.slice(0, fitting);
  return { Operations, NextMarker: fitting < 0 ? '' : (Operations.at(-1)?.Id ?? '') };
}
