import { setTimeout as wait } from 'node:timers/promises';
import { ErrorBody } from '../../../layers/domain/errors.ts';
import type { Caller, FaultyService } from './faulty-service.ts';

/** Waits of a caller before it sends the same call again. */
const PAUSES_MS = [300, 1000, 2000, 4000, 8000];

export interface Answered {
  readonly status: number;
  readonly body: unknown;
}

/** A call that was refused to the end, or answered otherwise than the interface promises. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly status: number;
  readonly type: string | undefined;

  constructor(path: string, { status, body }: Answered) {
    const error = ErrorBody.safeParse(body).data?.error;
    super(`${path}: ${status} ${JSON.stringify(body)}`);
    this.status = status;
    this.type = error?.type;
  }
}

/**
 * Calls the service as a patient client does: what fails by the service's fault is sent once more.
 * @throws Refused
 */
export async function call(
  { baseUrl }: Pick<FaultyService, 'baseUrl'>,
  { apiKey }: Caller,
  path: string,
  body?: object,
): Promise<unknown> {
  let last: Answered | undefined;
  for (const pause of [0, ...PAUSES_MS]) {
    await wait(pause);
    last = await once(path.startsWith('http') ? path : baseUrl + path, apiKey, body);
    if (last.status === 200 || last.status === 202) return last.body;
    if (last.status < 500 && last.status !== 429) break;
  }
  throw new Refused(path, last ?? { status: 0, body: null });
}

async function once(url: string, apiKey: string, body?: object): Promise<Answered> {
  const isForm = body instanceof FormData;
  const response = await fetch(url, {
    ...(body && { method: 'POST', body: isForm ? body : JSON.stringify(body) }),
    headers: {
      authorization: `Bearer ${apiKey}`,
      ...(body && !isForm && { 'content-type': 'application/json' }),
    },
  });
  const text = await response.text();
  try {
    return { status: response.status, body: JSON.parse(text) };
  } catch {
    return { status: response.status, body: text };
  }
}

/** Asks until there is an answer; undefined when the time is over. */
export async function until<T>(
  ask: () => Promise<T | undefined>,
  deadlineMs: number,
  everyMs = 200,
): Promise<T | undefined> {
  const deadline = Date.now() + deadlineMs;
  for (;;) {
    const found = await ask();
    if (found !== undefined || Date.now() > deadline) return found;
    await wait(everyMs);
  }
}
