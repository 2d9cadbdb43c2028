import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Headers of a request, of the Web API or of Next. */
export interface ReadableHeaders {
  get(name: string): string | null;
}

/**
 * Returns the network of a request, for limits: /24 of an IPv4 address, /48 of an IPv6 address. The HTTP server writes the header from the
 * socket, after it has removed any incoming one.
 */
export function networkOf(headers: ReadableHeaders): string {
  const address = headers.get('x-peergraph-address') ?? '';
  if (isIP(address) === 0) return 'unknown';
  const ip = ipaddr.process(address);
  if (ip instanceof ipaddr.IPv4) return `${ip.octets.slice(0, 3).join('.')}.0/24`;
  const groups = ip.parts.slice(0, 3).map((group) => group.toString(16));
  return `${groups.join(':')}::/48`;
}

/** Returns true for a network that distinguishes people: neither this machine nor unknown. */
export const isDistinguishingNetwork = (network: string): boolean => !/^(unknown$|127\.|0:0:0::)/.test(network);

/**
 * Returns true only for a request from this machine, as determined by the HTTP server. It needs a loopback socket, a loopback host with the
 * server's own port, and no proxy header. The server writes this header after it has removed any incoming one.
 */
export const isOnThisMachine = (headers: ReadableHeaders): boolean => headers.get('x-peergraph-peer') === 'loopback';
