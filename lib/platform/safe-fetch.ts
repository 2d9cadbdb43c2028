import { lookup, Resolver } from 'node:dns/promises';
import { type IncomingMessage, request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { done, type Outcome, refused } from './outcome.ts';

/** Addresses of clouds' own services to their machines, which look like any other: Azure's WireServer, and Oracle's metadata. */
const cloudAddresses: ReadonlySet<string> = new Set(['168.63.129.16', '192.0.0.192']);

/** What every address of the open internet is in: a global unicast address, none that only this network or this machine has. */
function isGlobal(address: string): boolean {
  const parsed = ipaddr.process(address);
  if (cloudAddresses.has(parsed.toString())) return false;
  // Of IPv6 only 2000::/3 is given out; what else is no special range is no address of anybody.
  return parsed.range() === 'unicast' && (parsed.kind() === 'ipv4' || (parsed.toByteArray()[0] ?? 0) >> 5 === 1);
}

interface Place {
  url: URL;
  address: string;
}

interface LookOptions {
  /** Says who looks, and where to complain. */
  userAgent: string;
  /** For tests alone: this machine, at any port. */
  allowLoopback?: boolean;
  withinMs?: number;
}

/**
 * Resolves an address that somebody else wrote, once, and answers where to connect; null for what is not to be asked: another
 * protocol or port, a name or password in it, a host of which one address is not global.
 */
async function placeOf(address: string, { allowLoopback = false }: LookOptions): Promise<Place | null> {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  if (!/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return null;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const found = isIP(host) ? [host] : (await lookup(host, { all: true })).map((each) => each.address);
  const [first] = found;
  if (first === undefined) return null;
  if (allowLoopback && found.every((each) => ipaddr.process(each).range() === 'loopback')) return { url, address: first };
  const isUsual = url.port === '' || (url.protocol === 'http:' ? url.port === '80' : url.port === '443');
  return isUsual && found.every(isGlobal) ? { url, address: first } : null;
}

/** Asks one place, connecting to the very address that was checked. The answer's body has not been read yet. */
function ask(
  { url, address }: Place,
  method: 'HEAD' | 'GET',
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const family = isIP(address);
  const checked: LookupFunction = (_host, options, answer) => {
    if (options.all) answer(null, [{ address, family }]);
    else answer(null, address, family);
  };
  const send = url.protocol === 'https:' ? secureRequest : plainRequest;
  return new Promise((resolve, reject) => {
    const asked = send(url, { method, agent: false, lookup: checked, signal, headers }, resolve);
    asked.once('error', reject);
    asked.end();
  });
}

/** The same, hanging up once the head of the answer is there. */
async function headOf(place: Place, method: 'HEAD' | 'GET', userAgent: string, signal: AbortSignal) {
  const answer = await ask(place, method, { 'user-agent': userAgent, accept: '*/*' }, signal);
  answer.on('error', () => undefined).destroy();
  return { status: answer.statusCode ?? 0, location: answer.headers.location ?? null };
}

const maxRedirects = 3;
const lookWithinMs = 10_000;

/**
 * Looks whether an address that an import brought answers. Safe against addresses that mean this machine or its network: each
 * host is resolved once and connected to by the address that was checked, redirects (three at most) are checked again. Sends no
 * cookies; reads no body, so that its size does not matter. HEAD first, and GET where HEAD is not understood.
 * @returns the status of the last answer; 'not_allowed' where the address may not be asked, 'unreachable' where nothing answered
 */
export async function safeFetch(
  address: string,
  options: LookOptions,
): Promise<Outcome<{ status: number }, 'not_allowed' | 'unreachable'>> {
  const signal = AbortSignal.timeout(options.withinMs ?? lookWithinMs);
  const timeIsUp = new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  timeIsUp.catch(() => undefined);
  const walk = async (method: 'HEAD' | 'GET') => {
    let next = address;
    for (let hops = 0; hops <= maxRedirects; hops += 1) {
      const place = await placeOf(next, options);
      if (place === null) return refused('not_allowed');
      const { status, location } = await headOf(place, method, options.userAgent, signal);
      if (status < 300 || status >= 400 || location === null || !URL.canParse(location, place.url)) return done({ status });
      next = new URL(location, place.url).href;
    }
    return refused('unreachable');
  };
  try {
    const first = await Promise.race([walk('HEAD'), timeIsUp]);
    if (!first.ok || first.value.status < 400 || first.value.status === 429) return first;
    return await Promise.race([walk('GET'), timeIsUp]);
  } catch {
    return refused('unreachable');
  }
}

interface FetchOptions extends LookOptions {
  /** Content types that are read, without their parameters. */
  types: readonly string[];
  maxBytes?: number;
}

/** Why a text was not read. `not_allowed`: the address, or one that it leads to, is not of the open internet. */
export type FetchFault = 'not_allowed' | 'no_answer' | 'not_found' | 'too_large' | 'wrong_type';

const maxBytesRead = 256 * 1024;

/** Reads the body as it comes over the wire, and hangs up where it is larger than asked for. It came unpacked, so that nothing can swell. */
async function bodyOf(answer: IncomingMessage, { types, maxBytes = maxBytesRead }: FetchOptions): Promise<Outcome<string, FetchFault>> {
  const end = <Code extends FetchFault>(code: Code) => {
    answer.destroy();
    return refused(code);
  };
  const type = (answer.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  if (!types.includes(type) || (answer.headers['content-encoding'] ?? 'identity') !== 'identity') return end('wrong_type');
  if (Number(answer.headers['content-length'] ?? 0) > maxBytes) return end('too_large');
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of answer as AsyncIterable<Buffer>) {
    bytes += part.byteLength;
    if (bytes > maxBytes) return end('too_large');
    parts.push(part);
  }
  return done(Buffer.concat(parts).toString('utf8'));
}

/**
 * Reads a text from an address that somebody has typed. Safe as `safeFetch` is: each host is resolved once and connected to by the
 * address that was checked; redirects, three at most, are checked again and never lead from https to http. Sends no cookies; takes
 * nothing packed; ends after `withinMs` whatever trickles in, and at `maxBytes` (256 KB) however much would follow.
 * @returns the text, and the address that it was found at in the end
 */
export async function fetchPublic(address: string, options: FetchOptions): Promise<Outcome<{ text: string; url: string }, FetchFault>> {
  const signal = AbortSignal.timeout(options.withinMs ?? lookWithinMs);
  const timeIsUp = new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  timeIsUp.catch(() => undefined);
  const headers = { 'user-agent': options.userAgent, accept: options.types.join(', '), 'accept-encoding': 'identity' };
  const walk = async (): Promise<Outcome<{ text: string; url: string }, FetchFault>> => {
    let next = address;
    for (let hops = 0; hops <= maxRedirects; hops += 1) {
      const place = await placeOf(next, options);
      if (place === null) return refused('not_allowed');
      const answer = await ask(place, 'GET', headers, signal);
      answer.on('error', () => undefined);
      const { statusCode: status = 0, headers: said } = answer;
      if (status >= 200 && status < 300) {
        const text = await bodyOf(answer, options);
        return text.ok ? done({ text: text.value, url: place.url.href }) : text;
      }
      answer.destroy();
      if (status === 404 || status === 410) return refused('not_found');
      if (status < 300 || status >= 400 || !said.location || !URL.canParse(said.location, place.url)) return refused('no_answer');
      next = new URL(said.location, place.url).href;
      if (place.url.protocol === 'https:' && !next.startsWith('https:')) return refused('not_allowed');
    }
    return refused('no_answer');
  };
  try {
    return await Promise.race([walk(), timeIsUp]);
  } catch {
    return refused('no_answer');
  }
}

/**
 * What a library that asks a server by itself must be given, so that it keeps to the same rules: refuses an address that may not be
 * asked, and a host whose name leads to one that may not be. Libraries that follow redirects are not for this.
 * @throws Error where the address itself rules it out
 */
export function guarded(url: URL, { allowLoopback = false }: Pick<LookOptions, 'allowLoopback'>): { lookup: LookupFunction } {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isUsual = url.protocol === 'https:' && (url.port === '' || url.port === '443');
  const isFine = (address: string): boolean =>
    (isUsual && isGlobal(address)) || (allowLoopback && ipaddr.process(address).range() === 'loopback');
  if (url.username !== '' || url.password !== '' || !(isUsual || allowLoopback) || (isIP(host) && !isFine(host)))
    throw new Error('This address may not be asked.');
  const checked: LookupFunction = (name, options, answer) => {
    lookup(name, { all: true }).then(
      (found) => {
        const [first] = found;
        if (!first || !found.every(({ address }) => isFine(address))) return answer(new Error('This host may not be asked.'), '', 0);
        return options.all ? answer(null, [first]) : answer(null, first.address, first.family);
      },
      (error: Error) => answer(error as NodeJS.ErrnoException, '', 0),
    );
  };
  return { lookup: checked };
}

const maxRecords = 50;
const maxRecord = 500;

/**
 * The TXT records of a name, each as one text. Only the resolver is asked, which the operator chooses; the name is not connected to.
 * @param server address and port of a resolver; the system's own where none is given
 */
export async function textRecords(name: string, server?: string): Promise<Outcome<string[], 'no_answer' | 'no_record_found'>> {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  if (server) resolver.setServers([server]);
  try {
    const found = await resolver.resolveTxt(name);
    return done(found.slice(0, maxRecords).map((chunks) => chunks.join('').slice(0, maxRecord)));
  } catch (error) {
    const code = (error as { code?: unknown }).code;
    return refused(code === 'ENODATA' || code === 'ENOTFOUND' ? 'no_record_found' : 'no_answer');
  }
}
