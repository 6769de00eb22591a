import type { Endpoint } from '../../layers/http/route.ts';

const under = (path: string): Endpoint => ({ name: 'oauth', folder: 'oauth', method: 'ANY', path });

/** The paths of the authorization server, which knows itself what there is under them. */
export const OAUTH: readonly Endpoint[] = [under('/oauth/{path+}'), under('/.well-known/{path+}')];
