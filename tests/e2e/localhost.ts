import { promises as dns } from 'node:dns';

/**
 * Makes `localhost` resolve without a name server (RFC 6761, section 6.3). For each connection Playwright also asks for its IPv6 address,
 * which is usually not in the hosts file: without an answer from a name server, that takes 5 s.
 */
export function resolveLocalhost(): void {
  const lookup: (hostname: string, options: object) => Promise<unknown> = dns.lookup;
  const answer = (hostname: string, options: object) =>
    hostname === 'localhost' ? Promise.resolve([{ address: '127.0.0.1', family: 4 }]) : lookup(hostname, options);
  Object.assign(dns, { lookup: answer });
}
