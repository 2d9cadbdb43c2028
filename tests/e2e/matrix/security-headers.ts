import { aPlus, observatoryScore } from '../../http-observatory.ts';
import type { MatrixResponse } from './role-client.ts';

const commonHeaders: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(),microphone=(),geolocation=()',
};

/** Whether other sites may embed the file as an image. */
const isEmbeddableImage = (path: string): boolean =>
  /^\/authors\/[^/]+\/badge\.svg$/.test(path) || /^\/graph\/(?!(?:comparison|nodes|path|slice)\.json$)[^/]+$/.test(path);

/** Whether scripts of other sites may read the file (CORS). */
const isCorsReadable = (path: string): boolean => /^\/authors\/[^/]+\/cv\/works\.(?:html|json)$|^\/oembed\.json$/.test(path);
/** Whether other sites may show the page in a frame. */
const isFramed = (path: string): boolean => isCorsReadable(path) && path.endsWith('.html');

/** Returns the faults of a response's security headers, in a few words each. */
export function headerFaults(response: MatrixResponse, path: string): string[] {
  const { headers } = response;
  const [pathname = ''] = path.split('?');
  const expected = {
    ...commonHeaders,
    'access-control-allow-origin': isCorsReadable(pathname) ? '*' : null,
    'cross-origin-resource-policy': isEmbeddableImage(pathname) || isCorsReadable(pathname) ? 'cross-origin' : 'same-origin',
  };
  const faults = Object.entries(expected)
    .filter(([name, value]) => headers.get(name) !== value)
    .map(([name]) => `${name} is ${headers.get(name)}`);
  // The tests use http; over https each response also has this header (tests/store/http-limits.test.ts).
  const score = observatoryScore(new Headers([...headers, ['strict-transport-security', 'max-age=63072000']]));
  if (score < aPlus) faults.push(`${score} points of the HTTP Observatory`);
  const policy = headers.get('content-security-policy') ?? '';
  const ancestors = isFramed(pathname) && response.status === 200 ? '*' : "'none'";
  for (const part of ["default-src 'none'", "base-uri 'none'", `frame-ancestors ${ancestors}`])
    if (!policy.includes(part)) faults.push(`no ${part}`);
  if (/(?:script|style)-src [^;]*(?:'unsafe|\*|https?:|data:)/.test(policy)) faults.push(`loose: ${policy}`);
  const isPage = headers.get('content-type')?.startsWith('text/html') ?? false;
  if (isPage && !/form-action [^;]+;base-uri 'none'/.test(policy)) faults.push(`a page with the policy of a file: ${policy}`);
  if (!isPage && policy.includes('script-src')) faults.push(`a file with the policy of a page: ${policy}`);
  // Without the header, browsers apply strict-origin-when-cross-origin.
  if (!/^(?:no-referrer|same-origin|null)$/.test(String(headers.get('referrer-policy')))) faults.push('a loose referrer-policy');
  if (!headers.has('cache-control')) faults.push('no cache-control');
  for (const name of ['server', 'x-powered-by']) if (headers.has(name)) faults.push(`reveals ${name}`);
  const insecureCookies = headers
    .getSetCookie()
    .filter((cookie) => !/; ?httponly/i.test(cookie) || !/; ?samesite=(?:lax|strict)/i.test(cookie));
  return [...faults, ...insecureCookies.map((cookie) => `cookie ${cookie.split('=')[0]}`)];
}
