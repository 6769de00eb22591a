import { ProxyAgent } from 'undici';

/**
 * A client whose every request goes through the proxy by CONNECT (RFC 9110, 9.3.6), those of plain
 * HTTP too, so that the proxy passes on bytes and our own client reads every answer. HTTP/1.1
 * alone: limits count connections, and one of HTTP/2 carries any number of requests.
 * @param proxy `http://user:password@host:port`
 */
export const tunnelThrough = (proxy: string): ProxyAgent =>
  new ProxyAgent({ uri: proxy, proxyTunnel: true, allowH2: false });
