import { aPlus, observatoryScore } from '../../http-observatory.ts';
import type { Answer } from './ask.ts';

const always: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
};

/** What other sites may show in their pages. */
const isForOthers = (path: string): boolean => /^\/authors\/[^/]+\/badge\.svg$/.test(path);

/** What other sites may read by script, and the one page of it that they may show in a frame. */
const isEmbedded = (path: string): boolean => /^\/authors\/[^/]+\/cv\/works\.(?:html|json)$|^\/oembed\.json$/.test(path);
const isFramed = (path: string): boolean => isEmbedded(path) && path.endsWith('.html');

/** What is wrong with the security headers of an answer, in a few words each. */
export function headerFaults(came: Answer, path: string): string[] {
  const { headers } = came;
  const [address = ''] = path.split('?');
  const wanted = {
    ...always,
    'x-frame-options': isFramed(address) ? null : 'DENY',
    'access-control-allow-origin': isEmbedded(address) ? '*' : null,
    'cross-origin-resource-policy': isForOthers(address) || isEmbedded(address) ? 'cross-origin' : 'same-origin',
  };
  const faults = Object.entries(wanted)
    .filter(([name, value]) => headers.get(name) !== value)
    .map(([name]) => `${name} is ${headers.get(name)}`);
  // The walk is over http; over https each answer has this one, too (tests/store/http-limits.test.ts).
  const score = observatoryScore(new Headers([...headers, ['strict-transport-security', 'max-age=63072000']]));
  if (score < aPlus) faults.push(`${score} points of the HTTP Observatory`);
  const policy = headers.get('content-security-policy') ?? '';
  const ancestors = isFramed(address) && came.status === 200 ? '*' : "'none'";
  for (const part of ["default-src 'none'", "base-uri 'none'", `frame-ancestors ${ancestors}`])
    if (!policy.includes(part)) faults.push(`no ${part}`);
  if (/(?:script|style)-src [^;]*(?:'unsafe|\*|https?:|data:)/.test(policy)) faults.push(`loose: ${policy}`);
  const isPage = headers.get('content-type')?.startsWith('text/html') ?? false;
  if (isPage && !/form-action [^;]+; base-uri 'none'/.test(policy)) faults.push(`a page with the policy of a file: ${policy}`);
  if (!isPage && policy.includes('script-src')) faults.push(`a file with the policy of a page: ${policy}`);
  if (!/^(?:no-referrer|same-origin|strict-origin-when-cross-origin)$/.test(headers.get('referrer-policy') ?? ''))
    faults.push('no referrer-policy');
  if (!headers.has('cache-control')) faults.push('nothing says how long it may be kept');
  for (const name of ['server', 'x-powered-by']) if (headers.has(name)) faults.push(`tells ${name}`);
  const bare = headers.getSetCookie().filter((cookie) => !/; ?httponly/i.test(cookie) || !/; ?samesite=(?:lax|strict)/i.test(cookie));
  return [...faults, ...bare.map((cookie) => `cookie ${cookie.split('=')[0]}`)];
}
