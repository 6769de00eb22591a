import type { IncomingMessage } from 'node:http';

/**
 * Makes the path of a request's target where a proxy's client sent the whole address, which every
 * server has to take: https://www.rfc-editor.org/rfc/rfc9112#section-3.2.2
 * @returns the host of that address, which counts instead of the `Host` header
 */
export function takeHostOfTarget(request: IncomingMessage): string | undefined {
  const [, host, rest = ''] = /^https?:\/\/([^/?]*)(.*)$/i.exec(request.url ?? '') ?? [];
  if (host !== undefined) request.url = rest.startsWith('/') ? rest : `/${rest}`;
  return host;
}
