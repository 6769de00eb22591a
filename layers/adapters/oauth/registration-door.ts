import { Scope } from '../../domain/accounts/credential.ts';
import { DomainError } from '../../domain/errors.ts';
import { CLIENT_MEMBERS, MAX_REGISTRATION_BYTES } from '../../domain/oauth/client-metadata.ts';
import type { Context, Middleware } from './middleware.ts';

/** Lets an address register once more. @throws DomainError rate_limited */
export type AdmitRegistration = (from: string) => Promise<void>;

type Members = Readonly<Record<string, unknown>>;

/**
 * What a client is told that it was registered as, without what only OpenID Connect knows, which
 * the library names too.
 */
const registered = (client: Members): Members => ({
  ...Object.fromEntries(
    CLIENT_MEMBERS.flatMap((name) => (name in client ? [[name, client[name]]] : [])),
  ),
  scope: Scope.options.join(' '),
});

/**
 * Who may register, and how much they may say. Any page may: there is nothing to steal in doing
 * so.
 */
export const registrationDoor =
  (admit: AdmitRegistration): Middleware =>
  async (ctx, next) => {
    if (ctx.path !== '/oauth/register') return next();
    ctx.set('access-control-allow-origin', '*');
    if (ctx.method === 'OPTIONS') {
      ctx.set('access-control-allow-methods', 'POST');
      ctx.set('access-control-allow-headers', 'content-type');
      ctx.status = 204;
      return;
    }
    if ((ctx.request.length ?? 0) > MAX_REGISTRATION_BYTES) {
      const most = `A registration has at most ${MAX_REGISTRATION_BYTES} bytes.`;
      return refuse(ctx, 413, 'invalid_client_metadata', most);
    }
    const limited = await limitOf(admit(ctx.ip));
    if (limited) {
      ctx.set('retry-after', String(limited.detail.retryAfterSeconds ?? 1));
      const message =
        'Too many registrations came from this address within the hour. Keep the client_id that you were given, or name your client by a document (client_id_metadata_document_supported).';
      return refuse(ctx, 429, 'temporarily_unavailable', message);
    }
    await next();
    if (ctx.status === 201) ctx.body = registered(ctx.body as Members);
  };

async function limitOf(admission: Promise<void>): Promise<DomainError | undefined> {
  try {
    await admission;
  } catch (error) {
    if (error instanceof DomainError && error.type === 'rate_limited') return error;
    throw error;
  }
  return undefined;
}

function refuse(ctx: Context, status: number, error: string, message: string): void {
  ctx.status = status;
  ctx.body = { error, error_description: message };
}
