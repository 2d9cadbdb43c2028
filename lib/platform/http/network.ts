import { isIP } from 'node:net';

/** Headers of a request, of the Web API or of Next. */
export interface ReadableHeaders {
  get(name: string): string | null;
}

/**
 * The network that a request comes from, for limits: /24 of an IPv4 address, /48 of an IPv6 address. The HTTP server writes
 * the header from the socket, after it has removed any that came in.
 */
export function networkOf(headers: ReadableHeaders): string {
  const address = (headers.get('x-peergraph-address') ?? '').replace(/^::ffff:(?=\d+\.)/, '');
  if (isIP(address) === 4) return `${address.split('.').slice(0, 3).join('.')}.0/24`;
  if (isIP(address) !== 6) return 'unknown';
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  const missing = tail === undefined ? 0 : 8 - groups.length - (tail === '' ? 0 : tail.split(':').length);
  const whole = [...groups, ...Array<string>(missing).fill('0'), ...(tail ? tail.split(':') : [])];
  return `${whole.slice(0, 3).join(':')}::/48`;
}

/** True of a network that tells people apart: not of this machine itself, nor of one that is unknown. */
export const isTellingNetwork = (network: string): boolean => !/^(unknown$|127\.|0:0:0::)/.test(network);

/**
 * True only for a reader on the machine itself, as the HTTP server has found it: a loopback socket, a loopback host with the server's own
 * port, and no header of a proxy. It writes this header itself, after it has removed any that came in.
 */
export const isOnThisMachine = (headers: ReadableHeaders): boolean => headers.get('x-peergraph-peer') === 'loopback';
