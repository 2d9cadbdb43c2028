import { isIP } from 'node:net';
import { z } from 'zod';

const loopbackHost = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Returns true for a host name that means this machine. */
export const isLoopbackHost = (host: string): boolean => loopbackHost.test(host.replace(/:\d+$/, '').toLowerCase());

/** Returns true for a URL that is only an origin: no path, query, fragment or user name. */
export const isOrigin = (url: URL): boolean => url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '';

/** Splits a setting with several values at spaces. */
export const splitList = (text: string): string[] => text.split(/\s+/).filter((part) => part !== '');

/** Returns true for the URL of a PostgreSQL database. Without a host, pg uses PGHOST or the parameter `host`. */
export const isPostgresUrl = (url: string): boolean => /^postgres(ql)?:\/\/./.test(url) && URL.canParse(url.replace('@/', '@localhost/'));

/** Returns true for a PostgreSQL that is reached over a network: neither by loopback nor by a Unix socket. */
export function isRemotePostgres(url: string): boolean {
  if (url.startsWith('file:') || !URL.canParse(url)) return false;
  const { hostname } = new URL(url);
  return hostname !== '' && !/^%2f/i.test(hostname) && !isLoopbackHost(hostname);
}

/** TRUSTED_PROXIES: addresses and ranges separated by spaces, or the number of proxies. */
export const proxyRanges = z.string().transform((text, context): string[] => {
  const all = splitList(text);
  if (all.length === 1 && /^[1-9]$/.test(text.trim())) return all;
  return all.filter((range) => {
    const [address = '', bits, more] = range.split('/');
    const isRange = isIP(address) > 0 && more === undefined && (bits === undefined || /^\d{1,3}$/.test(bits));
    const isEverybody = isRange && Number(bits ?? 1) === 0;
    if (range === 'loopback' || (isRange && !isEverybody && Number(bits ?? 0) <= (isIP(address) === 4 ? 32 : 128))) return true;
    const message = isEverybody
      ? `must not hold ${range}: everybody could choose the address that limits count. Name the proxies, or their number`
      : `must hold addresses or ranges such as 10.0.0.0/8, or nothing but the number of proxies: ${range}`;
    context.addIssue({ code: 'custom', message });
    return false;
  });
});
