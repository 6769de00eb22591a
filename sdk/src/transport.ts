import createClient, { type Client } from 'openapi-fetch';
import { NotSent, pause, type Wait } from './patience.ts';
import type { paths } from './schema.ts';
import { browserRequest, type PutBytes, putByBrowser, putByFetch } from './upload/put-bytes.ts';

export interface TransportOptions {
  /**
   * Where the service answers, such as `https://video.example`. Else the environment variable
   * VIDEO_READER_URL.
   */
  readonly baseUrl?: string;
  /**
   * An API key or an OAuth access token, or what gives one for each request. Else the environment
   * variable VIDEO_READER_API_KEY; with neither, only what needs no credential can be called.
   */
  readonly apiKey?: string | (() => string | Promise<string>);
  /** In the place of the runtime's own `fetch`. */
  readonly fetch?: typeof fetch;
  /** In the place of the runtime's own timers. */
  readonly wait?: Wait;
}

export interface Transport {
  readonly baseUrl: string;
  /** Every call of the interface by its method and path, typed; one try each. */
  readonly api: Client<paths>;
  /** Sends bytes to an address of the storage. */
  readonly put: PutBytes;
  readonly wait: Wait;
}

/** Undefined too where there is no environment (a browser), or it may not be read (Deno). */
function environment(name: string): string | undefined {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
  try {
    return process?.env?.[name];
  } catch {
    return undefined;
  }
}

/** Of `localhost:8787`, `localhost` would be the scheme. */
export const isAddress = (text: string): boolean =>
  /^https?:\/\//i.test(text) && URL.canParse(text);

/**
 * Sends requests with the credential, to the service that the options or the environment name.
 * @throws TypeError where neither names one
 */
export function transport(options: TransportOptions): Transport {
  const { apiKey = environment('VIDEO_READER_API_KEY') } = options;
  const given = options.baseUrl ?? environment('VIDEO_READER_URL');
  if (given === undefined || !isAddress(given)) {
    const wrong = given ? `${JSON.stringify(given)} is no address of a service. ` : '';
    throw new TypeError(
      `${wrong}Say where the service is: new VideoReader({ baseUrl: "https://…" }), or VIDEO_READER_URL in the environment.`,
    );
  }
  const baseUrl = given.replace(/\/+$/, '');
  // Taken when it is called, since tests and tools put another one in its place.
  const send: typeof fetch = options.fetch ?? ((input, init) => globalThis.fetch(input, init));
  const api = createClient<paths>({ baseUrl, fetch: (request) => send(request) });
  api.use({
    async onRequest({ request }) {
      try {
        const credential = typeof apiKey === 'function' ? await apiKey() : apiKey;
        // A key that was read from a file may end with its line.
        if (credential) request.headers.set('authorization', `Bearer ${credential.trim()}`);
      } catch (cause) {
        throw new NotSent(cause);
      }
    },
  });
  const Request = options.fetch ? undefined : browserRequest();
  const put = Request ? putByBrowser(Request) : putByFetch(send);
  return { baseUrl, api, put, wait: options.wait ?? pause };
}

/** Tells a call from every other, so that sending it again does not make it twice. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
