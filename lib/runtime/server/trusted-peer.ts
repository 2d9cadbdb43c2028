import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';
import { env } from '#lib/platform/env.ts';
import { log } from '#lib/platform/log/log.ts';
import { isLoopbackHost } from '#lib/platform/settings/addresses.ts';

/**
 * Whether the X-Forwarded-For of a proxy is believed: every hop that names the next one must be trusted.
 * @param hop 0 for who has connected, 1 for whom that one names
 */
type IsTrusted = (address: string, hop: number) => boolean;

const loopback = ['127.0.0.0/8', '::1/128'];

/**
 * Returns a check of addresses against ranges; `loopback` among them means this machine. A number alone is how many proxies each request passes.
 * @throws where a range is none
 */
export function trustedProxies(ranges: readonly string[]): IsTrusted {
  const [only = ''] = ranges;
  if (ranges.length === 1 && /^\d$/.test(only)) return (_, hop) => hop < Number(only);
  const parsed = ranges
    .flatMap((range) => (range === 'loopback' ? loopback : [range]))
    .map((range) => (range.includes('/') ? ipaddr.parseCIDR(range) : ([ipaddr.process(range), wholeLength(range)] as const)));
  return (address) => {
    if (!ipaddr.isValid(address)) return false;
    const ip = ipaddr.process(address);
    return parsed.some(([range, bits]) => range.kind() === ip.kind() && ip.match([range, bits] as never));
  };
}

const wholeLength = (address: string): number => (ipaddr.process(address).kind() === 'ipv4' ? 32 : 128);

/**
 * The address of the person behind trusted proxies: the last one in X-Forwarded-For that no trusted proxy has, read from its end. What is
 * before it is only what the client says.
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

const loopbackRange = trustedProxies(['loopback']);
let trusted: { of: readonly string[]; check: IsTrusted } | undefined;
let hasWarned = false;

/** The proxies of TRUSTED_PROXIES. */
function proxies(): IsTrusted {
  const ranges = env().TRUSTED_PROXIES;
  if (trusted?.of !== ranges) trusted = { of: ranges, check: trustedProxies(ranges) };
  return trusted.check;
}

/** True where who has connected is a proxy that is trusted. */
export const isTrustedPeer = (address: string): boolean => proxies()(address, 0);

const forwardingHeader =
  /^(forwarded|via|x-forwarded(-.*)?|x-real-ip|x-client-ip|x-cluster-client-ip|x-originating-ip|x-remote-(ip|addr)|x-envoy-.*|true-client-ip|fastly-.*|cf-.*|cdn-loop|x-appengine-.*|x-azure-.*|x-original-.*)$/;

/** True where somebody between has said for whom the request is: no browser on this machine sends such a header. */
export const isForwarded = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  Object.keys(headers).some((name) => forwardingHeader.test(name));

/** True where the request asks for this machine by a loopback name and the port on which it came. */
export function isFromThisMachine({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): boolean {
  const host = headers.host ?? '';
  if (!isLoopbackHost(host)) return false;
  return Number(/:(\d+)$/.exec(host)?.[1] ?? 80) === socket.localPort;
}

/** Says who connected, in headers that only this process can set: the outbox page and the limits trust them. */
export function setPeerHeaders(request: IncomingMessage): void {
  for (const name of Object.keys(request.headers)) {
    if (name.startsWith('x-peergraph-') || name.startsWith('x-middleware-')) delete request.headers[name];
  }
  const peer = request.socket.remoteAddress ?? '';
  const forwardedFor = String(request.headers['x-forwarded-for'] ?? '');
  request.headers['x-peergraph-peer'] =
    loopbackRange(peer, 0) && !isForwarded(request) && isFromThisMachine(request) ? 'loopback' : 'remote';
  request.headers['x-peergraph-address'] = clientAddress(peer, forwardedFor, proxies());
  namePublicHost(request);
  if (forwardedFor === '' || hasWarned || isTrustedPeer(peer)) return;
  hasWarned = true;
  log.warn(
    { peer },
    'X-Forwarded-For came from an address that is not in TRUSTED_PROXIES: it is ignored, and all requests of this peer count as one network',
  );
}

/**
 * The framework refuses a form whose Origin has another host than the request, as behind a proxy that does not pass Host. One that is
 * PUBLIC_URL's own needs no more.
 */
function namePublicHost({ method, headers }: IncomingMessage): void {
  const { host, origin } = new URL(env().PUBLIC_URL);
  if (method !== 'POST' || headers.origin !== origin) return;
  headers.host = host;
  delete headers['x-forwarded-host'];
}
