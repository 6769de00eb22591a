import type { IncomingMessage } from 'node:http';
import type { ApiError } from '../../layers/domain/errors.ts';

const ON_THIS_MACHINE = ['127.0.0.1', 'localhost', '[::1]'];

/** A host as it is compared: the ports that the schemes stand for are left out. */
const plain = (host: string): string => host.toLowerCase().replace(/:(80|443)$/, '');

/**
 * Says what is wrong with the host that a request names: that it names none or two, or one that is
 * not this service. The name of a page that was made to lead here (DNS rebinding) is refused so.
 * @param inTarget the host that its target names, which counts instead of the header
 * @param publicHost another host, with its port, under which callers know this service
 */
export function hostRefusal(
  { rawHeaders, socket }: IncomingMessage,
  inTarget: string | undefined,
  publicHost?: string,
): ApiError | undefined {
  const hosts = rawHeaders.filter(
    (_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === 'host',
  );
  const host = inTarget ?? hosts[0] ?? '';
  if (hosts.length !== 1)
    return {
      type: 'invalid_request',
      message: `A request names one host in its \`Host\` header; this one names ${hosts.length}.`,
    };
  const { localAddress = '', localPort = 0 } = socket;
  const address = localAddress.replace(/^::ffff:/, '');
  const names = [...ON_THIS_MACHINE, address.includes(':') ? `[${address}]` : address];
  const ours = names.map((name) => `${name}:${localPort}`);
  if (publicHost !== undefined) ours.unshift(publicHost);
  if (ours.map(plain).includes(plain(host))) return undefined;
  return {
    type: 'invalid_request',
    message: `This service is not ${host.slice(0, 100) || 'without a name'}. Call it as ${ours[0]}, or start it with PUBLIC_URL set to the address under which its callers know it.`,
    reason: 'wrong_host',
  };
}
