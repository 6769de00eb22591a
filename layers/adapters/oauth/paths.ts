import type { Context, Middleware } from './middleware.ts';

/** What there is, and by which methods. The library has more than is offered here. */
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

const methodsOf = (path: string): readonly string[] | undefined =>
  PATHS.find(([pattern]) => pattern.test(path))?.[1];

/** Whether there is anything at a path, by whichever method. */
export const isOffered = (path: string): boolean => methodsOf(path) !== undefined;

/** OPTIONS that is no preflight: the library answers those alone, and any other with a bare 404. */
const isBareOptions = (ctx: Context): boolean =>
  ctx.method === 'OPTIONS' && !(ctx.get('origin') && ctx.get('access-control-request-method'));

/** Answers which methods a path takes. */
export const onlyOffered: Middleware = async (ctx, next) => {
  const methods = methodsOf(ctx.path) ?? [];
  const isTaken = methods.includes(ctx.method);
  if (isTaken && !isBareOptions(ctx)) return next();
  ctx.set('allow', methods.join(', '));
  if (isTaken) {
    ctx.status = 204;
    return;
  }
  ctx.status = 405;
  ctx.body = {
    error: 'invalid_request',
    error_description: `This path takes ${methods.join(', ')}.`,
  };
};
