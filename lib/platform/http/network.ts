import { isIP } from 'node:net';

/** Headers of a request, of the Web API or of Next. */
export interface ReadableHeaders {
  get(name: string): string | null;
}

/**
 * Returns the network of a request, for limits: /24 of an IPv4 address, /48 of an IPv6 address. The HTTP server writes the header from the
 * socket, after it has removed any incoming one.
 */
export function networkOf(headers: ReadableHeaders): string {
  const address = (headers.get('x-peergraph-address') ?? '').replace(/^::ffff:(?=\d+\.)/, '');
  if (isIP(address) === 4) return `${address.split('.').slice(0, 3).join('.')}.0/24`;
  if (isIP(address) !== 6) return 'unknown';
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  const missing = tail === undefined ? 0 : 8 - groups.length - (tail === '' ? 0 : tail.split(':').length);
  const allGroups = [...groups, ...Array<string>(missing).fill('0'), ...(tail ? tail.split(':') : [])];
  return `${allGroups.slice(0, 3).join(':')}::/48`;
}

/** Returns true for a network that distinguishes people: neither this machine nor unknown. */
export const isDistinguishingNetwork = (network: string): boolean => !/^(unknown$|127\.|0:0:0::)/.test(network);

/**
 * Returns true only for a request from this machine, as determined by the HTTP server. It needs a loopback socket, a loopback host with the
 * server's own port, and no proxy header. The server writes this header after it has removed any incoming one.
 */
export const isOnThisMachine = (headers: ReadableHeaders): boolean => headers.get('x-peergraph-peer') === 'loopback';
