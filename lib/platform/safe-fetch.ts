import type { LookupAddress } from 'node:dns';
import { lookup, Resolver } from 'node:dns/promises';
import { type IncomingMessage, request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { maxFetchedBytes } from '#lib/platform/limits.ts';
import { done, type Outcome, refused } from './outcome.ts';

/** Public addresses of cloud services that are reachable only from the cloud's machines: Azure WireServer and Oracle's metadata service. */
const cloudServiceAddresses: ReadonlySet<string> = new Set(['168.63.129.16', '192.0.0.192']);

/** Returns true for a global unicast address, excluding addresses local to this network or machine. */
function isGlobal(address: string): boolean {
  const parsed = ipaddr.process(address);
  if (cloudServiceAddresses.has(parsed.toString())) return false;
  // IPv6 assigns global unicast addresses only from 2000::/3; other unreserved ranges are unassigned.
  return parsed.range() === 'unicast' && (parsed.kind() === 'ipv4' || (parsed.toByteArray()[0] ?? 0) >> 5 === 1);
}

/** A URL with the IP address that was checked and is connected to. */
interface ResolvedTarget {
  url: URL;
  address: string;
}

interface RequestOptions {
  /** Names this instance and a contact for complaints. */
  userAgent: string;
  /** For tests only: allows this machine, at any port. */
  allowLoopback?: boolean;
  /** Whether the operator names the host: its lookup does not wait for those of other hosts. */
  isOfOperator?: boolean;
  /** For all redirects and the body together; 10 s by default. */
  timeoutMs?: number;
}

const defaultTimeoutMs = 10_000;

/** Lookups of untrusted hosts that run one after another. */
interface LookupLane {
  last: Promise<unknown>;
  /** The zones whose lookups wait or run. */
  zones: string[];
}

/** Lookups of untrusted hosts at a time. */
const maxLookups = 3;
// Next bundles each entry separately; a global makes the lanes those of the process.
const globals = globalThis as { peergraphLookups?: LookupLane[] };

/**
 * Resolves an untrusted host. Three at a time, and one of each zone: its name server may not answer, and the threads for lookups are few,
 * which connections to the database and the mail server need too. One that has waited too long is not started.
 */
function lookUpHost(host: string): Promise<LookupAddress[]> {
  globals.peergraphLookups ??= Array.from({ length: maxLookups }, () => ({ last: Promise.resolve(), zones: [] }));
  const lanes = globals.peergraphLookups;
  const zone = host.toLowerCase().split('.').slice(-2).join('.');
  const lane = lanes.find(({ zones }) => zones.includes(zone)) ?? lanes.toSorted((a, b) => a.zones.length - b.zones.length)[0];
  if (!lane) throw new Error('There are no lookups.');
  lane.zones.push(zone);
  const latest = performance.now() + defaultTimeoutMs;
  const result = lane.last.then(() => {
    if (performance.now() > latest) throw new Error('The lookups before this one took too long.');
    return lookup(host, { all: true });
  });
  lane.last = result.catch(() => undefined).then(() => void lane.zones.splice(lane.zones.indexOf(zone), 1));
  return result;
}

/**
 * Resolves an untrusted URL once and returns the address to connect to. Returns null if the URL is not allowed: another protocol or port,
 * credentials, or a host with any address that is not global.
 */
async function resolveTarget(
  address: string,
  { allowLoopback = false, isOfOperator = false }: RequestOptions,
): Promise<ResolvedTarget | null> {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  if (!/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return null;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const addresses = isIP(host)
    ? [host]
    : (await (isOfOperator ? lookup(host, { all: true }) : lookUpHost(host))).map((each) => each.address);
  const [first] = addresses;
  if (first === undefined) return null;
  if (allowLoopback && addresses.every((each) => ipaddr.process(each).range() === 'loopback')) return { url, address: first };
  const isDefaultPort = url.port === '' || (url.protocol === 'http:' ? url.port === '80' : url.port === '443');
  return isDefaultPort && addresses.every(isGlobal) ? { url, address: first } : null;
}

/** Connects to exactly the address that was checked. Returns the response before its body is read. */
function sendRequest(
  { url, address }: ResolvedTarget,
  method: 'HEAD' | 'GET',
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const family = isIP(address);
  const checkedLookup: LookupFunction = (_host, options, callback) => {
    if (options.all) callback(null, [{ address, family }]);
    else callback(null, address, family);
  };
  const send = url.protocol === 'https:' ? secureRequest : plainRequest;
  return new Promise((resolve, reject) => {
    const request = send(url, { method, agent: false, lookup: checkedLookup, signal, headers }, resolve);
    request.once('error', reject);
    request.end();
  });
}

const maxRedirects = 3;

/**
 * Sends a request and follows up to three redirects. Each host is resolved once, and the connection uses the checked address. Redirects are
 * checked like the first URL, and never lead from https to http. Sends no cookies.
 * @returns the last response, whose body the caller reads or destroys, and its URL
 * @throws if the server cannot be reached
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

/** Runs work with a timeout. @throws the error of the work, or a TimeoutError, even if the work hangs in a DNS lookup */
async function withinTimeout<Result>(timeoutMs: number, work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const signal = AbortSignal.timeout(timeoutMs);
  const expired = new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  expired.catch(() => undefined);
  return Promise.race([work(signal), expired]);
}

/**
 * Returns the HTTP status of an imported URL, by the rules of `followRedirects`. Reads no body, so that its size does not matter. Sends
 * HEAD, then GET if HEAD fails.
 * @returns the status of the last response; 'not_allowed' if a URL is not allowed, 'unreachable' if there is no response or too many
 * redirects
 */
export async function probeUrl(
  address: string,
  options: RequestOptions,
): Promise<Outcome<{ status: number }, 'not_allowed' | 'unreachable'>> {
  const probe = async (method: 'HEAD' | 'GET', signal: AbortSignal) => {
    const followed = await followRedirects(address, { method, headers: { accept: '*/*' }, signal }, options);
    if (!followed.ok) return refused(followed.code === 'not_allowed' ? 'not_allowed' : 'unreachable');
    followed.value.response.destroy();
    return done({ status: followed.value.status });
  };
  try {
    return await withinTimeout(options.timeoutMs ?? defaultTimeoutMs, async (signal) => {
      const first = await probe('HEAD', signal);
      return first.ok && first.value.status >= 400 && first.value.status !== 429 ? probe('GET', signal) : first;
    });
  } catch {
    return refused('unreachable');
  }
}

interface FetchOptions extends RequestOptions {
  /** The accepted content types, without parameters. */
  types: readonly string[];
  maxBytes?: number;
}

/** Why a text was not read. `not_allowed`: the URL, or a redirect target, is not on the public internet. */
export type FetchFault = 'not_allowed' | 'no_answer' | 'not_found' | 'too_large' | 'wrong_type';

/**
 * Reads the body as a stream, and destroys the response if it exceeds `maxBytes`. Rejects compressed bodies, so that nothing can expand.
 */
async function readBody(
  response: IncomingMessage,
  { types, maxBytes = maxFetchedBytes }: FetchOptions,
): Promise<Outcome<string, FetchFault>> {
  const fail = <Code extends FetchFault>(code: Code) => {
    response.destroy();
    return refused(code);
  };
  const type = (response.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  if (!types.includes(type) || (response.headers['content-encoding'] ?? 'identity') !== 'identity') return fail('wrong_type');
  if (Number(response.headers['content-length'] ?? 0) > maxBytes) return fail('too_large');
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    bytes += part.byteLength;
    if (bytes > maxBytes) return fail('too_large');
    parts.push(part);
  }
  return done(Buffer.concat(parts).toString('utf8'));
}

/**
 * Reads text from an untrusted URL, by the rules of `followRedirects`. Rejects compressed bodies. Stops after `timeoutMs`, and at
 * `maxBytes` (256 KB by default).
 * @returns the text, and the URL after redirects
 */
export async function fetchPublic(address: string, options: FetchOptions): Promise<Outcome<{ text: string; url: string }, FetchFault>> {
  const headers = { accept: options.types.join(', '), 'accept-encoding': 'identity' };
  try {
    return await withinTimeout(
      options.timeoutMs ?? defaultTimeoutMs,
      async (signal): Promise<Outcome<{ text: string; url: string }, FetchFault>> => {
        const followed = await followRedirects(address, { method: 'GET', headers, signal }, options);
        if (!followed.ok) return refused(followed.code === 'not_allowed' ? 'not_allowed' : 'no_answer');
        const { response, status, url } = followed.value;
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
 * Returns request options that apply the same rules to a library with its own HTTP client: a host that resolves to an address that is not
 * allowed is rejected. For hosts that the operator trusts, and not for libraries that follow redirects.
 * @throws Error if the URL itself is not allowed
 */
export function guardedRequestOptions(
  url: URL,
  { allowLoopback = false }: Pick<RequestOptions, 'allowLoopback'>,
): { lookup: LookupFunction } {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isDefaultHttps = url.protocol === 'https:' && (url.port === '' || url.port === '443');
  const isAllowed = (address: string): boolean =>
    (isDefaultHttps && isGlobal(address)) || (allowLoopback && ipaddr.process(address).range() === 'loopback');
  if (url.username !== '' || url.password !== '' || !(isDefaultHttps || allowLoopback) || (isIP(host) && !isAllowed(host)))
    throw new Error('This address may not be asked.');
  const checkedLookup: LookupFunction = (name, options, callback) => {
    lookup(name, { all: true }).then(
      (addresses) => {
        const [first] = addresses;
        if (!first || !addresses.every(({ address }) => isAllowed(address)))
          return callback(new Error('This host may not be asked.'), '', 0);
        return options.all ? callback(null, [first]) : callback(null, first.address, first.family);
      },
      (error: Error) => callback(error as NodeJS.ErrnoException, '', 0),
    );
  };
  return { lookup: checkedLookup };
}

const maxTextRecords = 50;
const maxRecordCharacters = 500;

/**
 * Returns the TXT records of a name, each as one text. Only the resolver, which the operator chooses, is contacted.
 * @param server address and port of a resolver; by default the resolvers of the system
 */
export async function fetchTxtRecords(
  name: string,
  server?: string,
  timeoutMs = defaultTimeoutMs,
): Promise<Outcome<string[], 'no_answer' | 'no_record_found'>> {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  if (server) resolver.setServers([server]);
  // Each resolver of the system is asked twice, the second time for longer.
  const timer = setTimeout(() => resolver.cancel(), timeoutMs);
  try {
    const records = await resolver.resolveTxt(name);
    return done(records.slice(0, maxTextRecords).map((chunks) => chunks.join('').slice(0, maxRecordCharacters)));
  } catch (error) {
    const code = (error as { code?: unknown }).code;
    return refused(code === 'ENODATA' || code === 'ENOTFOUND' ? 'no_record_found' : 'no_answer');
  } finally {
    clearTimeout(timer);
  }
}
