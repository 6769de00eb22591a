import type { Context, Middleware } from './middleware.ts';

/** What there is, and by which methods; the library has more than is offered here. */
const PATHS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^\/oauth\/authorize(\/[\w-]+)?$/, ['GET', 'HEAD']],
  [/^\/oauth\/consent\/[\w-]+$/, ['GET', 'HEAD', 'POST']],
  [/^\/oauth\/(token|register|revoke)$/, ['POST', 'OPTIONS']],
  [/^\/oauth\/jwks$/, ['GET', 'HEAD', 'OPTIONS']],
  [
    /^\/\.well-known\/(oauth-authorization-server|openid-configuration)$/,
    ['GET', 'HEAD', 'OPTIONS'],
  ],
  [/^\/\.well-known\/oauth-protected-resource(\/mcp|\/v1)?$/, ['GET', 'HEAD', 'OPTIONS']],
];

/** OPTIONS that is no preflight: the library answers those alone, and any other with a bare 404. */
const isBareOptions = (ctx: Context): boolean =>
  ctx.method === 'OPTIONS' && !(ctx.get('origin') && ctx.get('access-control-request-method'));

/** Answers what there is not, and which methods a path takes. */
export const onlyOffered: Middleware = async (ctx, next) => {
  const methods = PATHS.find(([path]) => path.test(ctx.path))?.[1];
  if (methods?.includes(ctx.method) && !isBareOptions(ctx)) return next();
  if (methods) ctx.set('allow', methods.join(', '));
  if (methods?.includes(ctx.method)) {
    ctx.status = 204;
    return;
  }
  ctx.status = methods ? 405 : 404;
  ctx.body = {
    error: 'invalid_request',
    error_description: methods
      ? `This path takes ${methods.join(', ')}.`
      : 'There is nothing at this path. /.well-known/oauth-authorization-server says what there is.',
  };
};
