import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';
import { CookieJar } from 'tough-cookie';

/** What the provider says of whoever signs in there. */
export interface Vouched {
  sub: string;
  email?: string;
  email_verified?: boolean;
}

/**
 * A real OpenID provider on this machine, where whoever comes is signed in as `vouched` at once.
 */
export async function openidSite(redirectUri: string) {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const state: { vouched: Vouched } = { vouched: { sub: 'nobody' } };
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'video-reader',
        client_secret: 'a secret that the provider gave',
        token_endpoint_auth_method: 'client_secret_post',
        redirect_uris: [redirectUri],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    // The claims of the scope are in the ID token, as the large providers have it.
    conformIdTokenClaims: false,
    findAccount: async (_ctx, sub) => ({
      accountId: sub,
      claims: async () => ({ ...state.vouched, sub }),
    }),
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    cookies: { keys: ['a key of this test'] },
    features: { devInteractions: { enabled: false } },
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId ?? '',
        accountId: oidc.session?.accountId ?? '',
      });
      grant.addOIDCScope('openid email');
      await grant.save();
      return grant;
    },
  });
  const callback = provider.callback();
  server.on('request', (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return void callback(request, response);
    const result = { login: { accountId: state.vouched.sub } };
    void provider.interactionFinished(request, response, result);
  });
  return {
    issuer,
    state,
    /**
     * Signs in there as a browser would that was sent to an address, and answers with where it is
     * sent back to.
     */
    async signIn(address: string): Promise<string> {
      const jar = new CookieJar();
      for (let url = address; ; ) {
        const headers = { cookie: await jar.getCookieString(url) };
        const response = await fetch(url, { redirect: 'manual', headers });
        for (const cookie of response.headers.getSetCookie()) await jar.setCookie(cookie, url);
        const location = response.headers.get('location');
        if (location === null) throw new Error(`${response.status} ${await response.text()}`);
        url = new URL(location, url).href;
        if (!url.startsWith(issuer)) return url;
      }
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
