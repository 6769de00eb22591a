/** What came of one request: refused with a status, or no answer at all. */
export class NotSent extends Error {
  override readonly name = 'NotSent';
  /** 0 when there was no answer. */
  readonly status: number;

  constructor(status: number) {
    super(status === 0 ? 'the connection failed' : `storage answered ${status}`);
    this.status = status;
  }
}

interface Put {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly bytes: Blob;
  readonly signal: AbortSignal;
  /** Bytes of it that have left so far. */
  readonly onSent: (bytes: number) => void;
}

/**
 * Sends bytes to an address of the storage. Only this way a page is told how far they are:
 * fetch has no progress of what is sent.
 * @throws NotSent; what the signal was aborted with
 */
export function put({ url, headers = {}, bytes, signal, onSent }: Put): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    signal.addEventListener('abort', abort, { once: true });
    request.open('PUT', url);
    for (const [name, value] of Object.entries(headers)) {
      // The browser knows the length by itself, and lets no page say it.
      if (name.toLowerCase() !== 'content-length') request.setRequestHeader(name, value);
    }
    request.upload.onprogress = ({ loaded }) => onSent(loaded);
    request.onloadend = () => {
      signal.removeEventListener('abort', abort);
      if (signal.aborted) reject(signal.reason);
      else if (request.status >= 200 && request.status < 300) resolve();
      else reject(new NotSent(request.status));
    };
    request.send(bytes);
  });
}
