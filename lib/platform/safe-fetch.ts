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

/** An address with the IP address that was checked, and to which the connection goes. */
interface ResolvedTarget {
  url: URL;
  address: string;
}

interface RequestOptions {
  /** Says who asks, and where to complain. */
  userAgent: string;
  /** For tests alone: this machine, at any port. */
  allowLoopback?: boolean;
  /** For all redirects and the body together; 10 s unless set. */
  timeoutMs?: number;
}

/**
 * Resolves an address that somebody else wrote, once, and answers where to connect; null for what is not to be asked: another
 * protocol or port, a name or password in it, a host of which one address is not global.
 */
async function resolveTarget(address: string, { allowLoopback = false }: RequestOptions): Promise<ResolvedTarget | null> {
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

/** Connects to the very address that was checked. The body of the response has not been read yet. */
function sendRequest(
  { url, address }: ResolvedTarget,
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
    const request = send(url, { method, agent: false, lookup: checked, signal, headers }, resolve);
    request.once('error', reject);
    request.end();
  });
}

const maxRedirects = 3;
const usualTimeoutMs = 10_000;

/**
 * Sends a request and follows its redirects, three at most. Each host is resolved once and connected to by the address that was checked,
 * redirects are checked like the first address, and never lead from https to http. Sends no cookies.
 * @returns the last response, whose body the caller reads or destroys, and its address
 * @throws where nothing answers
 */
async function followRedirects(
  address: string,
  request: { method: 'HEAD' | 'GET'; headers: Record<string, string>; signal: AbortSignal },
  options: RequestOptions,
): Promise<Outcome<{ response: IncomingMessage; status: number; url: URL }, 'not_allowed' | 'too_many_redirects'>> {
  let next = address;
  for (let hops = 0; hops <= maxRedirects; hops += 1) {
    const target = await resolveTarget(next, options);
    if (target === null) return refused('not_allowed');
    const { url } = target;
    const response = await sendRequest(target, request.method, { ...request.headers, 'user-agent': options.userAgent }, request.signal);
    response.on('error', () => undefined);
    const { statusCode: status = 0, headers } = response;
    if (status < 300 || status >= 400 || !headers.location || !URL.canParse(headers.location, url)) return done({ response, status, url });
    response.destroy();
    next = new URL(headers.location, url).href;
    if (url.protocol === 'https:' && !next.startsWith('https:')) return refused('not_allowed');
  }
  return refused('too_many_redirects');
}

/** Runs work that stops when its time is up. @throws what the work throws, or a TimeoutError, also where the work hangs in a look-up */
async function withinTimeout<Result>(timeoutMs: number, work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const signal = AbortSignal.timeout(timeoutMs);
  const timeIsUp = new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  timeIsUp.catch(() => undefined);
  return Promise.race([work(signal), timeIsUp]);
}

/**
 * Finds the status of an address that an import brought, by the rules of `followRedirects`. Reads no body, so that its size does not
 * matter. HEAD first, and GET where HEAD is not understood.
 * @returns the status of the last response; 'not_allowed' where the address may not be asked, 'unreachable' where nothing answered
 */
export async function probeUrl(
  address: string,
  options: RequestOptions,
): Promise<Outcome<{ status: number }, 'not_allowed' | 'unreachable'>> {
  const probe = async (method: 'HEAD' | 'GET', signal: AbortSignal) => {
    const found = await followRedirects(address, { method, headers: { accept: '*/*' }, signal }, options);
    if (!found.ok) return refused(found.code === 'not_allowed' ? 'not_allowed' : 'unreachable');
    found.value.response.destroy();
    return done({ status: found.value.status });
  };
  try {
    return await withinTimeout(options.timeoutMs ?? usualTimeoutMs, async (signal) => {
      const first = await probe('HEAD', signal);
      return first.ok && first.value.status >= 400 && first.value.status !== 429 ? probe('GET', signal) : first;
    });
  } catch {
    return refused('unreachable');
  }
}

interface FetchOptions extends RequestOptions {
  /** Content types that are read, without their parameters. */
  types: readonly string[];
  maxBytes?: number;
}

/** Why a text was not read. `not_allowed`: the address, or one that it leads to, is not of the open internet. */
export type FetchFault = 'not_allowed' | 'no_answer' | 'not_found' | 'too_large' | 'wrong_type';

const maxBytesRead = 256 * 1024;

/** Reads the body as it comes over the wire, and hangs up where it is larger than asked for. It came unpacked, so that nothing can swell. */
async function readBody(answer: IncomingMessage, { types, maxBytes = maxBytesRead }: FetchOptions): Promise<Outcome<string, FetchFault>> {
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
 * Reads a text from an address that somebody has typed, by the rules of `followRedirects`. Takes nothing packed; ends after `timeoutMs`
 * whatever trickles in, and at `maxBytes` (256 KB) however much would follow.
 * @returns the text, and the address that it was found at in the end
 */
export async function fetchPublic(address: string, options: FetchOptions): Promise<Outcome<{ text: string; url: string }, FetchFault>> {
  const headers = { accept: options.types.join(', '), 'accept-encoding': 'identity' };
  try {
    return await withinTimeout(
      options.timeoutMs ?? usualTimeoutMs,
      async (signal): Promise<Outcome<{ text: string; url: string }, FetchFault>> => {
        const found = await followRedirects(address, { method: 'GET', headers, signal }, options);
        if (!found.ok) return refused(found.code === 'not_allowed' ? 'not_allowed' : 'no_answer');
        const { response, status, url } = found.value;
        if (status >= 200 && status < 300) {
          const text = await readBody(response, options);
          return text.ok ? done({ text: text.value, url: url.href }) : text;
        }
        response.destroy();
        return refused(status === 404 || status === 410 ? 'not_found' : 'no_answer');
      },
    );
  } catch {
    return refused('no_answer');
  }
}

/**
 * What a library that asks a server by itself must be given, so that it keeps to the same rules: refuses an address that may not be
 * asked, and a host whose name leads to one that may not be. Libraries that follow redirects are not for this.
 * @throws Error where the address itself rules it out
 */
export function guarded(url: URL, { allowLoopback = false }: Pick<RequestOptions, 'allowLoopback'>): { lookup: LookupFunction } {
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
