import {
  auth,
  type OAuthClientMetadata,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  withOAuth,
} from '@modelcontextprotocol/client';
import { decide, type OAuthBrowser } from './oauth-browser.ts';
import { REDIRECT } from './oauth-client.ts';

/**
 * A program built on the official MCP client: it keeps what the client hands it, and opens the
 * person's browser.
 */
export class McpProgram implements OAuthClientProvider {
  readonly redirectUrl = REDIRECT;
  readonly clientMetadata: OAuthClientMetadata = {
    client_name: 'An agent',
    redirect_uris: [REDIRECT],
  };
  readonly clientMetadataUrl?: string;
  readonly #serverUrl: string;
  #client: StoredOAuthClientInformation | undefined;
  #tokens: StoredOAuthTokens | undefined;
  #discovered: OAuthDiscoveryState | undefined;
  #verifier = '';
  /** Where the person has to go. */
  opened: URL | undefined;

  /**
   * @param clientMetadataUrl address of the document that it names itself by; without it, it
   * registers
   */
  constructor(serverUrl: string, clientMetadataUrl?: string) {
    this.#serverUrl = serverUrl;
    if (clientMetadataUrl !== undefined) this.clientMetadataUrl = clientMetadataUrl;
  }

  clientInformation = () => this.#client;
  saveClientInformation = (client: StoredOAuthClientInformation) => {
    this.#client = client;
  };
  tokens = () => this.#tokens;
  saveTokens = (tokens: StoredOAuthTokens) => {
    this.#tokens = tokens;
  };
  redirectToAuthorization = (url: URL) => {
    this.opened = url;
  };
  saveCodeVerifier = (verifier: string) => {
    this.#verifier = verifier;
  };
  codeVerifier = () => this.#verifier;
  saveDiscoveryState = (state: OAuthDiscoveryState) => {
    this.#discovered = state;
  };
  discoveryState = () => this.#discovered;
  invalidateCredentials = () => {
    this.#tokens = undefined;
  };

  /** A call by the client's own rules: refused, it refreshes or sends the person to approve. */
  call(path: string, init?: RequestInit): Promise<Response> {
    return withOAuth(this, this.#serverUrl)(fetch)(new URL(path, this.#serverUrl).href, init);
  }

  /** The person approves, and the browser brings the answer back. */
  async approvedBy(browser: OAuthBrowser): Promise<void> {
    const back = (await decide(browser, this.opened?.href ?? '')).searchParams;
    await auth(this, {
      serverUrl: this.#serverUrl,
      authorizationCode: back.get('code') ?? '',
      iss: back.get('iss') ?? '',
    });
  }
}
