import { type Configuration, errors, type KoaContextWithOIDC, Provider } from 'oidc-provider';
import type { OAuthRecords } from '../../app/ports/identity/oauth-records.ts';
import { Scope } from '../../domain/accounts/credential.ts';
import { DomainError } from '../../domain/errors.ts';
import { askedScopes } from '../../domain/oauth/asked-scopes.ts';
import { isDocumentAddress } from '../../domain/oauth/document-address.ts';
import { LIFETIMES } from '../../domain/oauth/lifetimes.ts';
import { askAlways } from './asking.ts';
import { ASKED_MEMBERS, holdToRules } from './client-rules.ts';
import { consentPath } from './consent.ts';
import { wordsFor } from './failure-words.ts';
import { recordsAdapter } from './records-adapter.ts';
import { serverSecrets } from './secrets.ts';

export interface ProviderOptions {
  /** The service's own base address: issuer and only audience. */
  readonly issuer: string;
  /** The first is used, each is taken; at least 32 characters each. */
  readonly secrets: readonly string[];
  readonly records: OAuthRecords;
  /** Fetches the document of a client that names itself by one. */
  readonly fetch: typeof fetch;
  /** Lets an address have one more document fetched. @throws DomainError rate_limited */
  readonly admitFetch: (from: string) => Promise<void>;
  /** Whether a person may still act for an organization, and it for itself. */
  readonly mayAct: (account: string) => Promise<'yes' | 'no' | 'suspended'>;
  readonly failurePage: (message: string, error: string) => string;
}

/** The authorization server: a well-known library, and what it leaves to be decided. */
export function makeProvider(options: ProviderOptions): Provider {
  const { issuer, records } = options;
  const secrets = options.secrets.map(serverSecrets);
  const basePath = new URL(issuer).pathname.replace(/\/$/, '');
  const cookie = { httpOnly: true, sameSite: 'lax', signed: true } as const;
  const configuration: Configuration = {
    adapter: recordsAdapter(records),
    jwks: { keys: secrets.map(({ signingKey }) => signingKey) },
    cookies: {
      keys: secrets.map(({ cookieKey }) => cookieKey),
      names: {
        session: 'video_reader_oauth',
        interaction: 'video_reader_oauth_consent',
        resume: 'video_reader_oauth_resume',
      },
      short: cookie,
      long: cookie,
    },
    routes: {
      authorization: '/oauth/authorize',
      token: '/oauth/token',
      registration: '/oauth/register',
      revocation: '/oauth/revoke',
      jwks: '/oauth/jwks',
    },
    scopes: Scope.options,
    responseTypes: ['code'],
    clientAuthMethods: ['none'],
    clientDefaults: {
      grant_types: ['authorization_code', 'refresh_token'],
      id_token_signed_response_alg: 'ES256',
      token_endpoint_auth_method: 'none',
    },
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    extraClientMetadata: {
      properties: ASKED_MEMBERS,
      validator: (_ctx, member, _value, client) => holdToRules(member, client),
    },
    extraParams: { scope: narrowScope },
    clientBasedCORS: () => true,
    pkce: { required: () => true },
    ttl: { ...LIFETIMES, Session: LIFETIMES.Interaction },
    rotateRefreshToken: true,
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    // It is the person's own session that ends a sign-in, and a disconnect that ends a grant.
    expiresWithSession: async () => false,
    loadExistingGrant: async (ctx) => {
      const grantId = ctx.oidc.result?.consent?.grantId;
      return grantId === undefined ? undefined : ctx.oidc.provider.Grant.find(grantId);
    },
    findAccount: async (_ctx, accountId, token) => {
      const mayAct = await options.mayAct(accountId);
      if (mayAct === 'yes') return { accountId, claims: async () => ({ sub: accountId }) };
      // Told to programs, which may keep their tokens: it passes.
      if (mayAct === 'suspended' && token !== undefined) throw suspended();
      return undefined;
    },
    interactions: { policy: askAlways(), url: (_ctx, { uid }) => `${basePath}${consentPath(uid)}` },
    renderError: async (ctx, { error }, thrown) => {
      ctx.type = 'html';
      ctx.body = options.failurePage(wordsFor(thrown), error);
    },
    fetch: options.fetch,
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      userinfo: { enabled: false },
      // Tokens are bearers: one that asks for a proof of a key would be refused everywhere else.
      dPoP: { enabled: false },
      registration: { enabled: true, issueRegistrationAccessToken: false },
      revocation: {
        enabled: true,
        allowedPolicy: async (_ctx, client, token) => token.clientId === client.clientId,
      },
      resourceIndicators: {
        enabled: true,
        defaultResource: async () => issuer,
        getResourceServerInfo: async (_ctx, resource) => {
          if (resource !== issuer) throw new errors.InvalidTarget(`the only resource is ${issuer}`);
          return {
            scope: Scope.options.join(' '),
            audience: issuer,
            accessTokenFormat: 'opaque',
            accessTokenTTL: LIFETIMES.AccessToken,
          };
        },
      },
      clientIdMetadataDocument: {
        enabled: true,
        ack: 'draft-02',
        allowFetch: once(options.admitFetch),
      },
    },
  };
  const provider = new Provider(issuer, configuration);
  provider.proxy = true;
  prefixIds(provider.AccessToken.prototype, 'oat_');
  prefixIds(provider.RefreshToken.prototype, 'ort_');
  return provider;
}

const suspended = () =>
  new errors.CustomOIDCProviderError('invalid_grant', 'the organization is suspended');

/**
 * Asks once for each request: for its answer the library looks for a client again that it has not
 * found. A consent page is shown without a context; whoever opens it was let through before.
 */
const once =
  (admit: ProviderOptions['admitFetch']) =>
  async (ctx: KoaContextWithOIDC | undefined, clientId: string): Promise<boolean> => {
    if (!isDocumentAddress(clientId)) return false;
    if (ctx === undefined) return true;
    if (ctx.state['documentFetched'] === true) return false;
    ctx.state['documentFetched'] = true;
    try {
      await admit(ctx.ip);
    } catch (error) {
      if (error instanceof DomainError && error.type === 'rate_limited') return false;
      throw error;
    }
    return true;
  };

/** The prefix tells a token from a key before anything is looked up; 256 random bits follow it. */
function prefixIds(token: object, prefix: string): void {
  const model = token as { generateTokenId(): string };
  const { generateTokenId } = model;
  model.generateTokenId = function (this: typeof model) {
    return `${prefix}${generateTokenId.call(this)}`;
  };
}

/** @throws errors.InvalidScope when there is none of the scopes that were asked for */
function narrowScope(ctx: KoaContextWithOIDC, scope: string | undefined): void {
  const { params } = ctx.oidc;
  const known = askedScopes(scope);
  if (!known)
    throw new errors.InvalidScope(`scopes are ${Scope.options.join(' and ')}`, scope ?? '');
  if (params) params['scope'] = known.join(' ');
}
