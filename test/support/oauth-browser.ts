/**
 * A browser as far as an authorization needs one: it keeps cookies by their paths, and is told
 * where to go.
 */
export class OAuthBrowser {
  /** By name and path: a browser keeps those of two authorizations apart. */
  readonly #cookies = new Map<string, { name: string; value: string; path: string }>();

  /** @param cookie `name=value`, sent to every path */
  constructor(cookie?: string) {
    if (cookie !== undefined) this.#keep(`${cookie}; path=/`);
  }

  async open(url: string, init: RequestInit = {}): Promise<Response> {
    const cookie = this.cookiesFor(new URL(url).pathname);
    const answer = await fetch(url, {
      redirect: 'manual',
      ...init,
      headers: { accept: 'text/html', ...(cookie && { cookie }), ...init.headers },
    });
    for (const set of answer.headers.getSetCookie()) this.#keep(set);
    return answer;
  }

  /** What goes along with a request to a path. */
  cookiesFor(pathname: string): string {
    return [...this.#cookies.values()]
      .filter(({ path }) => path === '/' || pathname === path || pathname.startsWith(`${path}/`))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');
  }

  #keep(set: string): void {
    const [pair = '', ...attributes] = set.split(';').map((part) => part.trim());
    const name = pair.slice(0, pair.indexOf('='));
    const path = attributes.find((attribute) => /^path=/i.test(attribute))?.slice(5) ?? '/';
    this.#cookies.set(`${name};${path}`, { name, value: pair.slice(name.length + 1), path });
  }
}

/** What the consent page holds. */
export interface ConsentForm {
  readonly url: string;
  readonly html: string;
  readonly csrf: string;
}

/** Goes from an authorization address to the page that asks. */
export async function openConsent(browser: OAuthBrowser, authorize: string): Promise<ConsentForm> {
  const started = await browser.open(authorize);
  const location = started.headers.get('location') ?? '';
  if (!location.includes('/oauth/consent/')) {
    throw new Error(
      `no consent was asked for: ${started.status} ${location} ${await started.text()}`,
    );
  }
  const url = new URL(location, authorize).href;
  const html = await (await browser.open(url)).text();
  return { url, html, csrf: /name="csrf" value="([^"]+)"/.exec(html)?.[1] ?? '' };
}

export const sendConsent = (
  browser: OAuthBrowser,
  { url }: Pick<ConsentForm, 'url'>,
  fields: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> =>
  browser.open(url, { method: 'POST', body: new URLSearchParams(fields), headers });

/** Goes on from the page that follows a decision, and tells where the person is sent back to. */
export async function goOn(browser: OAuthBrowser, decided: Response): Promise<URL> {
  const onward = /http-equiv="refresh" content="0;url=([^"]+)"/.exec(await decided.text())?.[1];
  if (onward === undefined) throw new Error(`the decision was not taken: ${decided.status}`);
  const back = await browser.open(new URL(onward, decided.url).href);
  return new URL(back.headers.get('location') ?? '');
}

/** A whole authorization, as a person decides it. */
export async function decide(
  browser: OAuthBrowser,
  authorize: string,
  decision: 'allow' | 'deny' = 'allow',
): Promise<URL> {
  const form = await openConsent(browser, authorize);
  return goOn(browser, await sendConsent(browser, form, { csrf: form.csrf, decision }));
}
