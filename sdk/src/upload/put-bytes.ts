/** Bytes for an address of the storage. */
export interface Put {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Blob | Uint8Array<ArrayBuffer>;
  readonly signal?: AbortSignal | undefined;
  /** Told how many have left, where that is known before all have arrived. */
  readonly onLeft: (bytes: number) => void;
}

/**
 * Sends bytes to the storage.
 * @returns whatever the storage answered; rejects where nobody did, and with what `signal` was
 * aborted with
 */
export type PutBytes = (put: Put) => Promise<Response>;

export const putByFetch =
  (send: typeof fetch): PutBytes =>
  ({ url, headers, body, signal }) =>
    send(url, { method: 'PUT', headers, body, ...(signal && { signal }) });

/** As far as it is used here; this package is read where no browser's types are. */
interface BrowserRequest {
  readonly upload: { onprogress: ((event: { readonly loaded: number }) => void) | null };
  readonly status: number;
  readonly responseText: string;
  onload: (() => void) | null;
  onerror: (() => void) | null;
  onabort: (() => void) | null;
  open(method: string, url: string): void;
  setRequestHeader(name: string, value: string): void;
  send(body: Blob | Uint8Array<ArrayBuffer>): void;
  abort(): void;
}

/** The constructor that browsers have: `fetch` has no progress of what is sent. */
export const browserRequest = (): (new () => BrowserRequest) | undefined =>
  (globalThis as { XMLHttpRequest?: new () => BrowserRequest }).XMLHttpRequest;

/** Statuses whose answer may have no body: https://fetch.spec.whatwg.org/#null-body-status */
const BODILESS: readonly number[] = [204, 205, 304];

export const putByBrowser =
  (Request: new () => BrowserRequest): PutBytes =>
  ({ url, headers, body, signal, onLeft }) =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const request = new Request();
      const abort = () => request.abort();
      const ended = (settle: () => void) => () => {
        signal?.removeEventListener('abort', abort);
        settle();
      };
      signal?.addEventListener('abort', abort, { once: true });
      request.open('PUT', url);
      for (const [name, value] of Object.entries(headers)) {
        // A browser knows the length by itself, and lets no page say it.
        if (name.toLowerCase() !== 'content-length') request.setRequestHeader(name, value);
      }
      request.upload.onprogress = ({ loaded }) => onLeft(loaded);
      request.onload = ended(() => {
        const { status, responseText } = request;
        resolve(new Response(BODILESS.includes(status) ? null : responseText, { status }));
      });
      request.onerror = ended(() => reject(new TypeError('the connection failed')));
      request.onabort = ended(() => reject(signal?.reason));
      request.send(body);
    });
