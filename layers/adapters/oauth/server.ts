import type { EventEmitter } from 'node:events';
import inject from 'light-my-request';
import { errors } from 'oidc-provider';
import type { Clock, NewId } from '../../app/ports/clock.ts';
import type { Approvals } from '../../app/ports/identity/oauth-records.ts';
import type { SignedIn } from '../../app/ports/identity/signed-in.ts';
import type { ConsentView } from '../../domain/oauth/consent-view.ts';
import type {
  AuthorizationServer,
  OAuthAnswer,
  OAuthRequest,
} from '../../domain/oauth/exchange.ts';
import { consent } from './consent.ts';
import { authorizationServerMetadata, oneResponseMode, protectedResource } from './discovery.ts';
import { wordsFor } from './failure-words.ts';
import { formSeal } from './form-seal.ts';
import { withKnownFields } from './known-fields.ts';
import { withKnownScopes } from './known-scopes.ts';
import type { Middleware } from './middleware.ts';
import { refusedAudience, withOneAudience } from './one-audience.ts';
import { isOffered, onlyOffered } from './paths.ts';
import { makeProvider, type ProviderOptions } from './provider.ts';
import { type AdmitRegistration, registrationDoor } from './registration-door.ts';
import { serverSecrets } from './secrets.ts';

export interface ServerOptions extends ProviderOptions {
  readonly signedIn: SignedIn;
  readonly approvals: Approvals;
  readonly admitRegistration: AdmitRegistration;
  readonly consentPage: (view: ConsentView) => string;
  readonly movingOnPage: (address: string) => string;
  /** Where people read about all this. */
  readonly documentation: string;
  readonly now: Clock;
  readonly newId: NewId;
}

/** The authorization server as a function: called without a socket. */
export function authorizationServer(options: ServerOptions): AuthorizationServer {
  const { issuer, documentation } = options;
  const { origin, protocol, host, pathname } = new URL(issuer);
  const basePath = pathname.replace(/\/$/, '');
  const provider = makeProvider(options);
  const failures = new WeakMap<object, Error>();
  const note = (ctx: { readonly req: object }, error: Error) => void failures.set(ctx.req, error);
  const events: EventEmitter = provider;
  for (const event of FAILURES) events.on(event, note);
  // What middleware throws is told the other way round.
  events.on('error', (error: Error, ctx: Parameters<typeof note>[0]) => note(ctx, error));

  const stack: readonly Middleware[] = [
    async (ctx, next) => {
      // The library links to where it stands by this path.
      Object.assign(ctx, { mountPath: basePath });
      return next();
    },
    onlyOffered,
    protectedResource(issuer, documentation),
    authorizationServerMetadata(documentation),
    oneResponseMode,
    registrationDoor(options.admitRegistration),
    failingInWords(options.failurePage, note),
    consent({
      ...options,
      provider,
      basePath,
      seal: formSeal(options.secrets.map((secret) => serverSecrets(secret).formKey)),
    }),
  ];
  for (const middleware of stack) provider.use(middleware);
  const dispatch = provider.callback();

  return async (request) => {
    if (!isOffered(request.path.replace(/\?.*/s, ''))) return undefined;
    const refused = refusedAudience(request, issuer);
    if (refused) return refused;
    const known = withKnownScopes(withKnownFields(request));
    const { method, path, headers, body, from } = withOneAudience(known, issuer);
    let sent: object = {};
    const answer = await inject(
      (incoming, response) => {
        sent = incoming;
        void dispatch(incoming, response);
      },
      {
        method: method as 'GET',
        url: `${origin}${path}`,
        // Who we are is configured: neither a Host nor a proxy's header says otherwise.
        headers: { ...ownHeaders(headers), host, 'x-forwarded-proto': protocol.slice(0, -1) },
        remoteAddress: from,
        ...(body === undefined ? {} : { payload: body }),
      },
    );
    const failure = failures.get(sent);
    const defect = answer.statusCode >= 500 ? failure : undefined;
    return {
      status: answer.statusCode,
      headers: withoutCookie(
        answer.headers as OAuthAnswer['headers'],
        provider.cookieName('session'),
      ),
      body: answer.payload,
      ...(failure
        ? { error: failure instanceof errors.OIDCProviderError ? failure.error : 'server_error' }
        : {}),
      ...(defect ? { defect } : {}),
    };
  };
}

const FAILURES = [
  'authorization.error',
  'grant.error',
  'registration_create.error',
  'revocation.error',
  'discovery.error',
  'jwks.error',
  'server_error',
] as const;

/**
 * Headers by which a proxy would say where a request came from, and what is of one connection
 * only.
 */
const NOT_HANDED_ON =
  /^(host|forwarded|x-forwarded-.*|connection|content-length|transfer-encoding|expect)$/i;

const ownHeaders = (headers: OAuthRequest['headers']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !NOT_HANDED_ON.test(name))
      .map(([name, value]) => [name.toLowerCase(), value]),
  );

/** The library's own session lasts for one request: its cookie would say nothing. */
function withoutCookie(headers: OAuthAnswer['headers'], name: string): OAuthAnswer['headers'] {
  const { 'set-cookie': cookies, ...others } = headers;
  const kept = [cookies ?? []]
    .flat()
    .filter((cookie) => !cookie.startsWith(`${name}=`) && !cookie.startsWith(`${name}.sig=`));
  return kept.length === 0 ? others : { ...others, 'set-cookie': kept };
}

/** What fails on the way to a decision is told to the person, on a page. */
const failingInWords =
  (
    failurePage: ServerOptions['failurePage'],
    note: (ctx: { readonly req: object }, error: Error) => void,
  ): Middleware =>
  async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      const known = error instanceof errors.OIDCProviderError ? error : undefined;
      note(ctx, error as Error);
      ctx.status = known?.status ?? 500;
      ctx.type = 'html';
      ctx.body = failurePage(wordsFor(error as Error), known?.error ?? 'server_error');
    }
  };
