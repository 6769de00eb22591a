import type { Provider } from 'oidc-provider';

/** The library is a Koa application; what stands before it is middleware of the same kind. */
export type Middleware = Parameters<Provider['use']>[0];
export type Context = Parameters<Middleware>[0];
