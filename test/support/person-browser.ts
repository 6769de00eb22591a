import { readdir, readFile, watch } from 'node:fs/promises';
import { join } from 'node:path';
import { CookieJar } from 'tough-cookie';
import { Agent, fetch, type Headers } from 'undici';

export interface Shown {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Where it leads, when it leads on. */
  readonly location: string | null;
}

/** Hidden fields and buttons of the first form of a page whose action ends so. */
export function fieldsOf({ text }: Pick<Shown, 'text'>, action: string): Record<string, string> {
  const form = [...text.matchAll(/<form[^>]*action="([^"]*)"[^>]*>(.*?)<\/form>/gs)].find(
    ([, address = '']) => address.endsWith(action),
  )?.[2];
  if (form === undefined) throw new Error(`the page has no form for ${action}: ${text}`);
  return Object.fromEntries(
    [...form.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)].map(
      ([, name = '', value = '']) => [name, unescaped(value)],
    ),
  );
}

const unescaped = (text: string) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

/** Each browser calls from an address of its own on this machine. */
let host = 1;

/**
 * A browser without script, as far as pages and forms ask for one. It keeps cookies and follows
 * nothing by itself.
 */
export function personBrowser(baseUrl: string) {
  const jar = new CookieJar();
  host = (host % 250) + 1;
  const dispatcher = new Agent({ localAddress: `127.0.1.${host}` });
  const go = async (
    path: string,
    form?: Record<string, string>,
    headers: Record<string, string> = {},
  ): Promise<Shown> => {
    const url = new URL(path, baseUrl).href;
    const response = await fetch(url, {
      method: form ? 'POST' : 'GET',
      redirect: 'manual',
      dispatcher,
      headers: {
        cookie: await jar.getCookieString(url),
        // What a browser sends along from a page without referrer.
        ...(form && { origin: 'null', 'sec-fetch-site': 'same-origin' }),
        ...headers,
      },
      ...(form && { body: new URLSearchParams(form) }),
    });
    for (const cookie of response.headers.getSetCookie()) await jar.setCookie(cookie, url);
    const location = response.headers.get('location');
    return {
      status: response.status,
      headers: response.headers,
      text: await response.text(),
      location: location === null ? null : new URL(location, url).href,
    };
  };
  return {
    jar,
    go,
    cookies: () => jar.getCookieString(baseUrl),
    /** Asks for a code, and answers with the page that wants it. */
    async ask(email: string, returnTo?: string): Promise<Shown> {
      const query = returnTo === undefined ? '' : `?return_to=${encodeURIComponent(returnTo)}`;
      const page = await go(`/signin${query}`);
      return go('/signin', { ...fieldsOf(page, '/signin'), email });
    },
    enter: (page: Shown, code: string) =>
      go('/signin/code', { ...fieldsOf(page, '/signin/code'), code }),
  };
}

/** The mails to an address, the oldest first, once there are so many. */
export async function mailsTo(folder: string, email: string, count = 1): Promise<string[]> {
  const look = async () => {
    const names = (await readdir(folder)).filter((name) => name.endsWith('.eml')).sort();
    const mails = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
    return mails.filter((mail) => mail.includes(`\nTo: ${email}\n`));
  };
  const done = new AbortController();
  const signal = AbortSignal.any([done.signal, AbortSignal.timeout(300_000)]);
  const changes = watch(folder, { signal })[Symbol.asyncIterator]();
  // The first event may come before or after the first look: it is awaited from before.
  for (let next = changes.next(); ; next = changes.next()) {
    const found = await look();
    if (found.length >= count) {
      next.catch(() => undefined);
      done.abort();
      return found;
    }
    await next;
  }
}

/** The code that stands alone on a line of a mail. */
export const codeIn = (mail = ''): string => /^\d{6}$/m.exec(mail)?.[0] ?? '';
