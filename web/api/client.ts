import createClient, { type Client } from 'openapi-fetch';
import type { paths } from '../../sdk/src/schema.ts';
import { Problem, refusalIn, SUSPENDED, unreachable } from './problem.ts';
import { naming, type Shown } from './shown-organization.ts';

const TRIES = 3;
const LONGEST_WAIT_MS = 60_000;

const waited = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/** Milliseconds until a request may be sent again, as the answer says it or by their number. */
const waitOf = (response: Response, tried: number): number =>
  Math.min(Number(response.headers.get('retry-after') ?? 2 ** (tried - 1)) * 1000, LONGEST_WAIT_MS);

/**
 * Sends what only reads again where that can help: when too much was asked at once, when the
 * service failed, and when the connection did.
 */
const patientFetch = (onSignedOut: () => void) => async (request: Request) => {
  for (let tried = 1; ; tried += 1) {
    const isLast = request.method !== 'GET' || tried === TRIES;
    try {
      const response = await fetch(request.clone());
      if (response.status === 401 && !(await isSuspended(response))) onSignedOut();
      if (isLast || !(response.status === 429 || response.status >= 500)) return response;
      await waited(waitOf(response, tried));
    } catch (error) {
      if (request.signal.aborted) throw error;
      if (isLast) throw unreachable();
      await waited(1000 * 2 ** (tried - 1));
    }
  }
};

/** Whoever belongs to a suspended organization is known: to sign in again helps nobody. */
const isSuspended = async (response: Response): Promise<boolean> =>
  refusalIn(
    await response
      .clone()
      .json()
      .catch(() => undefined),
    response.status,
  ).reason === SUSPENDED;

export type Api = Client<paths>;

/**
 * The interface of the service, called with the cookie of the session.
 * @param onSignedOut told when the service does not know who calls
 */
export function makeApi(onSignedOut: () => void, shown: Shown): Api {
  const api = createClient<paths>({ baseUrl: location.origin, fetch: patientFetch(onSignedOut) });
  api.use(naming(shown));
  return api;
}

/**
 * The body of an answer.
 * @throws Problem for any answer that is no success
 */
export async function bodyOf<Data>(
  answer: Promise<{ data?: Data; error?: unknown; response: Response }>,
): Promise<NonNullable<Data>> {
  const { data, error, response } = await answer;
  if (data === undefined || data === null) throw new Problem(refusalIn(error, response.status));
  return data;
}
