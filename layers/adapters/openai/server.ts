/** A server that speaks an interface of OpenAI's: its own, or one of those that do as it does. */
export interface OpenaiServer {
  /** With or without the path of the interface. */
  readonly url: string;
  readonly apiKey?: string | undefined;
  readonly model: string;
}

/** A call that was not answered as it should be. */
export interface Refusal {
  /** For the operator: what the server said, or why it could not be reached. */
  readonly why: string;
  /** Of HTTP; 0 where no answer came. */
  readonly status: number;
  /** Whether the same call may be answered later. */
  readonly again: boolean;
  /** How long the server wants to be left alone, in milliseconds. */
  readonly afterMs: number;
}

/** What the server sent, whatever it is. */
interface Answered {
  readonly text: string;
}

/** As people know it: the model, and whose it is. */
export const serverName = ({ model, url }: Pick<OpenaiServer, 'model' | 'url'>): string =>
  `${model} at ${new URL(url).host}`;

/** @param path of the interface below its version, `/chat/completions` */
export function addressOf({ url }: Pick<OpenaiServer, 'url'>, path: string): URL {
  const address = new URL(url);
  const given = address.pathname.replace(/\/+$/, '');
  if (!given.endsWith(path)) address.pathname = `${given === '' ? '/v1' : given}${path}`;
  return address;
}

/** Asks once. @param body a form, or JSON as text */
export async function ask(
  address: URL,
  { apiKey }: Pick<OpenaiServer, 'apiKey'>,
  body: FormData | string,
  signal: AbortSignal,
): Promise<Answered | Refusal> {
  try {
    const response = await fetch(address, {
      method: 'POST',
      body,
      // What is read of a video and the key go where the operator says, and nowhere else.
      redirect: 'manual',
      headers: {
        ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
        ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
      },
      signal,
    });
    const { ok, status, headers } = response;
    const text = await response.text();
    if (ok) return { text };
    const again = status === 408 || status === 429 || status >= 500;
    return {
      ...refusal({ why: `${status} ${beginningOf(text)}`, status, again }),
      afterMs: afterMs(headers),
    };
  } catch (error) {
    return refusal({ why: String(error), status: 0, again: true });
  }
}

/** An answer that is not what the interface gives. */
export const misanswered = (
  wanted: string,
  { text }: Answered,
  { again }: Pick<Refusal, 'again'>,
): Refusal => refusal({ why: `not ${wanted}: ${beginningOf(text)}`, status: 200, again });

const refusal = (told: Omit<Refusal, 'afterMs'>): Refusal => ({ ...told, afterMs: 0 });

const beginningOf = (text: string): string => text.slice(0, 1000);

/** Seconds or a date. https://www.rfc-editor.org/rfc/rfc9110#name-retry-after */
function afterMs(headers: Headers): number {
  const header = headers.get('retry-after');
  if (header === null) return 0;
  const seconds = Number(header);
  return Math.max(0, Number.isNaN(seconds) ? Date.parse(header) - Date.now() : 1000 * seconds) || 0;
}
