import { Scope } from '../../domain/accounts/credential.ts';
import type { Middleware } from './middleware.ts';

/**
 * Members of RFC 8414 and of what extends it that are true here; the library adds those of OpenID
 * Connect.
 */
const MEMBERS = [
  'issuer',
  'authorization_endpoint',
  'token_endpoint',
  'registration_endpoint',
  'revocation_endpoint',
  'jwks_uri',
  'response_types_supported',
  'grant_types_supported',
  'token_endpoint_auth_methods_supported',
  'code_challenge_methods_supported',
  'authorization_response_iss_parameter_supported',
  'client_id_metadata_document_supported',
] as const;

/** Says of the authorization server what it does: no OpenID Connect, and one way to answer. */
export const authorizationServerMetadata =
  (documentation: string): Middleware =>
  async (ctx, next) => {
    await next();
    const isDocument = /^\/\.well-known\/(oauth-authorization-server|openid-configuration)$/;
    if (!isDocument.test(ctx.path) || ctx.method === 'OPTIONS') return;
    const said = ctx.body as Readonly<Record<string, unknown>>;
    ctx.body = {
      ...Object.fromEntries(MEMBERS.map((name) => [name, said[name]])),
      response_modes_supported: [QUERY],
      revocation_endpoint_auth_methods_supported: ['none'],
      scopes_supported: Scope.options,
      service_documentation: documentation,
    };
  };

const QUERY = 'query';

/**
 * An answer goes back in the query alone: the other ways need a page with script. What the
 * library would take is given a name that it does not know, so that it refuses it in its own way.
 * That a response type is refused is told there too, where the library has it in the fragment.
 */
export const oneResponseMode: Middleware = async (ctx, next) => {
  if (ctx.path !== '/oauth/authorize') return next();
  const { response_mode: mode } = ctx.query;
  if (mode !== undefined && mode !== QUERY) {
    ctx.query = { ...ctx.query, response_mode: 'unsupported' };
  }
  await next();
  // No redirect address that is taken holds a fragment of its own.
  const [address, fragment] = `${ctx.response.headers['location'] ?? ''}`.split('#');
  if (address && fragment)
    ctx.redirect(`${address}${address.includes('?') ? '&' : '?'}${fragment}`);
};

/** What a resource of this service says of itself: https://www.rfc-editor.org/rfc/rfc9728 */
export const protectedResource =
  (issuer: string, documentation: string): Middleware =>
  async (ctx, next) => {
    const entrance = /^\/\.well-known\/oauth-protected-resource(\/.*)?$/.exec(ctx.path);
    if (!entrance) return next();
    ctx.set('access-control-allow-origin', '*');
    if (ctx.method === 'OPTIONS') {
      ctx.set('access-control-allow-methods', 'GET');
      ctx.set('access-control-allow-headers', ctx.get('access-control-request-headers') || '*');
      ctx.status = 204;
      return;
    }
    ctx.body = {
      resource: `${issuer}${entrance[1] ?? ''}`,
      authorization_servers: [issuer],
      scopes_supported: Scope.options,
      bearer_methods_supported: ['header'],
      resource_name: 'Video Reader',
      resource_documentation: documentation,
    };
  };
