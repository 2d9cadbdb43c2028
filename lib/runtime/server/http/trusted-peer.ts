import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';
import { env } from '#lib/platform/env.ts';
import { log } from '#lib/platform/log/log.ts';
import { isLoopbackHost } from '#lib/platform/settings/addresses.ts';

/**
 * Returns whether a proxy's X-Forwarded-For is trusted. Every hop that names the next one must be trusted.
 * @param hop 0 for the connected peer, 1 for the address that it names
 */
type IsTrusted = (address: string, hop: number) => boolean;

const loopbackRanges = ['127.0.0.0/8', '::1/128'];

/**
 * Returns a check of addresses against ranges. `loopback` means this machine; a single digit is the number of proxies in front.
 * @throws if a range is invalid
 */
export function createProxyCheck(ranges: readonly string[]): IsTrusted {
  const [only = ''] = ranges;
  if (ranges.length === 1 && /^\d$/.test(only)) return (_, hop) => hop < Number(only);
  const parsed = ranges
    .flatMap((range) => (range === 'loopback' ? loopbackRanges : [range]))
    .map((range) => (range.includes('/') ? ipaddr.parseCIDR(range) : ([ipaddr.process(range), wholeLength(range)] as const)));
  return (address) => {
    if (!ipaddr.isValid(address)) return false;
    const ip = ipaddr.process(address);
    return parsed.some(([range, bits]) => range.kind() === ip.kind() && ip.match([range, bits] as never));
  };
}

const wholeLength = (address: string): number => (ipaddr.process(address).kind() === 'ipv4' ? 32 : 128);

/**
 * Returns the client address behind trusted proxies: the last address in X-Forwarded-For that is not a trusted proxy. Earlier ones are set
 * by the client and not reliable.
 */
export function clientAddress(peer: string, forwardedFor: string, isTrusted: IsTrusted): string {
  const hops = forwardedFor
    .split(',')
    .map((hop) => hop.trim())
    .filter((hop) => hop !== '');
  let address = peer;
  for (let hop = 0; isTrusted(address, hop); hop += 1) {
    const next = hops.pop();
    if (next === undefined || !ipaddr.isValid(next)) break;
    address = next;
  }
  return address;
}

const isLoopback = createProxyCheck(['loopback']);
let trusted: { of: readonly string[]; check: IsTrusted } | undefined;
let hasWarned = false;

/** Returns the check for TRUSTED_PROXIES. */
function trustedProxyCheck(): IsTrusted {
  const ranges = env().TRUSTED_PROXIES;
  if (trusted?.of !== ranges) trusted = { of: ranges, check: createProxyCheck(ranges) };
  return trusted.check;
}

/** Returns whether the connected peer is a trusted proxy. */
export const isTrustedPeer = (address: string): boolean => trustedProxyCheck()(address, 0);

const forwardingHeader =
  /^(forwarded|via|x-forwarded(-.*)?|x-real-ip|x-client-ip|x-cluster-client-ip|x-originating-ip|x-remote-(ip|addr)|x-envoy-.*|true-client-ip|fastly-.*|cf-.*|cdn-loop|x-appengine-.*|x-azure-.*|x-original-.*)$/;

/** Returns whether a proxy has forwarded the request. No browser on this machine sends these headers. */
export const isForwarded = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  Object.keys(headers).some((name) => forwardingHeader.test(name));

/** Returns whether the Host header is a loopback name with the port of this connection. */
export function isFromThisMachine({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): boolean {
  const host = headers.host ?? '';
  if (!isLoopbackHost(host)) return false;
  return Number(/:(\d+)$/.exec(host)?.[1] ?? 80) === socket.localPort;
}

/** Sets headers about the peer that only this process can set: the outbox page and the rate limits trust them. */
export function setPeerHeaders(request: IncomingMessage): void {
  for (const name of Object.keys(request.headers)) {
    if (name.startsWith('x-peergraph-') || name.startsWith('x-middleware-')) delete request.headers[name];
  }
  const peer = request.socket.remoteAddress ?? '';
  const forwardedFor = String(request.headers['x-forwarded-for'] ?? '');
  request.headers['x-peergraph-peer'] = isLoopback(peer, 0) && !isForwarded(request) && isFromThisMachine(request) ? 'loopback' : 'remote';
  const address = clientAddress(peer, forwardedFor, trustedProxyCheck());
  request.headers['x-peergraph-address'] = address;
  setPublicHost(request);
  if (!hasWarned) warnOfSharedNetwork(request, { peer, address, forwardedFor });
}

/** Warns once if all readers behind a proxy share their limits. */
function warnOfSharedNetwork(
  { method }: IncomingMessage,
  { peer, address, forwardedFor }: Record<'peer' | 'address' | 'forwardedFor', string>,
) {
  if (!isTrustedPeer(peer)) {
    if (forwardedFor === '') return;
    hasWarned = true;
    log.warn(
      { peer },
      'X-Forwarded-For came from an address that is not in TRUSTED_PROXIES: it is ignored, and all requests of this peer count as one network',
    );
    // Health checks and readers on this machine send no forms.
  } else if (address === peer && method === 'POST' && !isLoopbackHost(new URL(env().PUBLIC_URL).hostname)) {
    hasWarned = true;
    log.warn(
      'a form came through a proxy that names no valid address in X-Forwarded-For: all requests of this proxy count as one network. It must set the header to the address of the client, without a port',
    );
  }
}

/**
 * Sets Host to that of PUBLIC_URL for same-origin forms. Next.js rejects a form whose Origin and Host differ, as behind a proxy that does
 * not pass on Host.
 */
function setPublicHost({ method, headers }: IncomingMessage): void {
  const { host, origin } = new URL(env().PUBLIC_URL);
  if (method !== 'POST' || headers.origin !== origin) return;
  headers.host = host;
  delete headers['x-forwarded-host'];
}
