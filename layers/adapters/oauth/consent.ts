import { errors, type Provider } from 'oidc-provider';
import type { Clock, NewId } from '../../app/ports/clock.ts';
import type { Approvals } from '../../app/ports/identity/oauth-records.ts';
import type { SignedIn, SignedInPerson } from '../../app/ports/identity/signed-in.ts';
import { accountName } from '../../domain/oauth/account-name.ts';
import { askedScopes } from '../../domain/oauth/asked-scopes.ts';
import type { ConsentView } from '../../domain/oauth/consent-view.ts';
import { LIFETIMES } from '../../domain/oauth/lifetimes.ts';
import { isLoopback } from '../../domain/oauth/redirect-address.ts';
import type { FormSeal } from './form-seal.ts';
import type { Context, Middleware } from './middleware.ts';
import { AlreadyDecided } from './records-adapter.ts';

interface Deps {
  readonly provider: Provider;
  readonly signedIn: SignedIn;
  readonly approvals: Approvals;
  readonly seal: FormSeal;
  readonly consentPage: (view: ConsentView) => string;
  readonly movingOnPage: (address: string) => string;
  /** Path that all of the service's paths begin with: empty, or `/live`. */
  readonly basePath: string;
  readonly now: Clock;
  readonly newId: NewId;
}

const PATH = '/oauth/consent/';
const MAX_FORM_BYTES = 4096;

/** Where a person decides about an authorization. */
export const consentPath = (uid: string): string => `${PATH}${uid}`;

/** Shows an authorization to the person who is signed in, and takes their decision. */
export function consent(deps: Deps): Middleware {
  const { provider, signedIn, seal, basePath } = deps;
  return async (ctx, next) => {
    if (!ctx.path.startsWith(PATH)) return next();
    // Only the browser that began an authorization has its cookie.
    const asked = await askedOf(provider, ctx);
    const person = await signedIn(ctx.get('cookie'));
    const path = `${basePath}${consentPath(asked.uid)}`;
    const signIn = `${basePath}/signin?return_to=${encodeURIComponent(path)}`;
    if (!person) {
      ctx.status = 303;
      ctx.redirect(signIn);
      return;
    }
    if (ctx.method === 'POST') {
      const form = await formOf(ctx);
      if (isForeign(ctx) || !seal.fits(form.get('csrf') ?? '', asked.uid, person.sessionHash)) {
        const message =
          'This form was not sent from the page that asks you, or you signed in anew since.';
        throw new errors.InvalidRequest(message, 403);
      }
      ctx.type = 'html';
      const onward = await decided(deps, ctx, asked, person, form.get('decision'));
      // On the host that the person came by: it is where their cookies are.
      ctx.body = deps.movingOnPage(new URL(onward).pathname);
      return;
    }
    ctx.type = 'html';
    ctx.body = deps.consentPage({
      clientName: asked.clientName,
      documentHost: asked.documentHost,
      redirectHost: asked.redirect.host,
      loopback: isLoopback(asked.redirect),
      scopes: asked.scopes,
      orgId: person.orgId,
      orgName: person.orgName,
      elsewhere: person.hasOthers ? signIn : undefined,
      email: person.email,
      action: path,
      csrf: seal.make(asked.uid, person.sessionHash),
    });
  };
}

type Asked = Awaited<ReturnType<typeof askedOf>>;

/** @throws errors.SessionNotFound for a browser that did not begin it, and when it is over */
async function askedOf(provider: Provider, ctx: Context) {
  const { uid, params, result, returnTo } = await provider.interactionDetails(ctx.req, ctx.res);
  if (ctx.path !== consentPath(uid))
    throw new errors.SessionNotFound('this is another authorization');
  const text = (name: string) => String(params[name] ?? '');
  const client = await provider.Client.find(text('client_id'));
  if (!client) throw new errors.InvalidClient('the client is gone');
  const { resource } = params;
  return {
    uid,
    clientId: client.clientId,
    clientName: client.clientName,
    documentHost: URL.canParse(client.clientId) ? new URL(client.clientId).host : undefined,
    redirect: new URL(text('redirect_uri')),
    scopes: askedScopes(text('scope')) ?? [],
    resource: String(resource),
    isDecided: result !== undefined,
    returnTo,
  };
}

/**
 * Takes a decision. A form that is sent again changes nothing: what was decided first counts.
 * @returns where the browser goes on
 */
async function decided(deps: Deps, ...[ctx, asked, ...more]: Decision): Promise<string> {
  if (asked.isDecided) return asked.returnTo;
  try {
    return await decidedFirst(deps, ctx, asked, ...more);
  } catch (error) {
    if (error instanceof AlreadyDecided) return asked.returnTo;
    throw error;
  }
}

type Decision = [ctx: Context, asked: Asked, person: SignedInPerson, decision: string | null];

/** @throws AlreadyDecided */
async function decidedFirst(
  { provider, approvals, now, newId }: Deps,
  ...[ctx, asked, person, decision]: Decision
): Promise<string> {
  if (decision !== 'allow') {
    return provider.interactionResult(ctx.req, ctx.res, {
      error: 'access_denied',
      error_description: 'the person did not allow it',
    });
  }
  const grantId = newId('con');
  await approvals.add(
    {
      connection_id: grantId,
      org_id: person.orgId,
      user_id: person.userId,
      client_id: asked.clientId,
      client_name: asked.clientName ?? '',
      redirect_host: asked.redirect.host,
      scopes: asked.scopes,
      created_at: now().toISOString(),
    },
    Math.floor(now().getTime() / 1000) + LIFETIMES.Grant,
  );
  const accountId = accountName(person);
  const grant = new provider.Grant({ accountId, clientId: asked.clientId });
  grant.jti = grantId;
  grant.addResourceScope(asked.resource, asked.scopes.join(' '));
  await grant.save();
  return provider.interactionResult(ctx.req, ctx.res, {
    login: { accountId, remember: false },
    select_account: {},
    consent: { grantId },
  });
}

/**
 * Browsers say where a request began. `Origin` says nothing here: it is `null` on pages without a
 * referrer.
 */
const isForeign = (ctx: Context): boolean =>
  ['cross-site', 'same-site'].includes(ctx.get('sec-fetch-site'));

async function formOf(ctx: Context): Promise<URLSearchParams> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of ctx.req as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_FORM_BYTES) throw new errors.InvalidRequest('the form is too large', 413);
    chunks.push(chunk);
  }
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
}
