import * as oauth from 'oauth4webapi';
import { decide, type OAuthBrowser } from './oauth-browser.ts';

export const REDIRECT = 'http://127.0.0.1:7777/callback';

const loopback = { [oauth.allowInsecureRequests]: true };

/** A program that connects by the rules, with an independent client library. */
export class OAuthProgram {
  readonly as: oauth.AuthorizationServer;
  readonly client: oauth.Client;

  private constructor(as: oauth.AuthorizationServer, client: oauth.Client) {
    this.as = as;
    this.client = client;
  }

  static async register(baseUrl: string, metadata: oauth.OmitSymbolProperties<object> = {}) {
    const as = await discover(baseUrl);
    const registered = await oauth.dynamicClientRegistrationRequest(
      as,
      { client_name: 'A test', redirect_uris: [REDIRECT], ...metadata },
      loopback,
    );
    return new OAuthProgram(as, await oauth.processDynamicClientRegistrationResponse(registered));
  }

  /** One that names itself by its document. */
  static async named(baseUrl: string, clientId: string) {
    return new OAuthProgram(await discover(baseUrl), { client_id: clientId });
  }

  /** An address to send a person to, and what has to be remembered meanwhile. */
  async begin(parameters: Readonly<Record<string, string | undefined>> = {}) {
    const verifier = oauth.generateRandomCodeVerifier();
    const state = oauth.generateRandomState();
    const url = new URL(this.as.authorization_endpoint ?? '');
    const all = {
      client_id: this.client.client_id,
      response_type: 'code',
      redirect_uri: REDIRECT,
      scope: 'video:read account:read',
      resource: this.as.issuer,
      state,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      ...parameters,
    };
    for (const [name, value] of Object.entries(all)) {
      if (value !== undefined) url.searchParams.set(name, value);
    }
    return { url: url.href, verifier, state };
  }

  /**
   * From the address that a person was sent back to.
   * @throws what the library finds wrong with it
   */
  callback(back: URL, state: string): URLSearchParams {
    return oauth.validateAuthResponse(this.as, this.client, back, state);
  }

  async redeem(
    parameters: URLSearchParams,
    verifier: string,
    additionalParameters: Readonly<Record<string, string>> = {},
    redirectUri = REDIRECT,
  ) {
    const answer = await oauth.authorizationCodeGrantRequest(
      this.as,
      this.client,
      oauth.None(),
      parameters,
      redirectUri,
      verifier,
      { ...loopback, additionalParameters },
    );
    return oauth.processAuthorizationCodeResponse(this.as, this.client, answer);
  }

  async refresh(token: string, additionalParameters: Readonly<Record<string, string>> = {}) {
    const answer = await oauth.refreshTokenGrantRequest(this.as, this.client, oauth.None(), token, {
      ...loopback,
      additionalParameters,
    });
    return oauth.processRefreshTokenResponse(this.as, this.client, answer);
  }

  async revoke(token: string): Promise<void> {
    const answer = await oauth.revocationRequest(
      this.as,
      this.client,
      oauth.None(),
      token,
      loopback,
    );
    await oauth.processRevocationResponse(answer);
  }

  /** A code that a person has just approved. */
  async code(browser: OAuthBrowser, parameters: Readonly<Record<string, string | undefined>> = {}) {
    const { url, verifier, state } = await this.begin(parameters);
    const back = await decide(browser, url);
    return { verifier, answer: this.callback(back, state) };
  }

  /** Tokens that a person has just approved. */
  async connect(
    browser: OAuthBrowser,
    parameters: Readonly<Record<string, string | undefined>> = {},
  ) {
    const { verifier, answer } = await this.code(browser, parameters);
    const tokens = await this.redeem(answer, verifier);
    return {
      access: tokens.access_token,
      refresh: tokens.refresh_token ?? '',
      scope: tokens.scope,
    };
  }
}

async function discover(baseUrl: string): Promise<oauth.AuthorizationServer> {
  const issuer = new URL(baseUrl);
  const answer = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...loopback });
  return oauth.processDiscoveryResponse(issuer, answer);
}
