import type { OutgoingHttpHeaders } from 'node:http';
import { env } from '#lib/platform/env.ts';
import type { PageRequest } from '#lib/runtime/routes/page-request.ts';
import { contentSecurityPolicy, filePolicy } from './content-security-policy.ts';
import { isHtml, type PageResponse } from './page-response.ts';

/** Step 2: adds the security headers of every response, and to a page the policy of its scripts. */
export function securePage(page: PageResponse, request: PageRequest): PageResponse {
  const headers = { ...securityHeaders(request), ...page.headers };
  if (!isHtml(page)) return { ...page, headers };
  const policy = contentSecurityPolicy([page.head, page.body.toString()], page.status === 200 && canBeFramed(request));
  return { ...page, headers: { ...headers, 'content-security-policy': policy } };
}

const canBeEmbedded = ({ route }: PageRequest): boolean => {
  const { embeddable } = route?.policy ?? {};
  return embeddable === true || (embeddable?.includes(route?.params.file ?? '') ?? false);
};

const canBeFramed = (request: PageRequest): boolean => canBeEmbedded(request) && request.path.endsWith('.html');

/** What browsers do without the header. */
const usualReferrer = 'strict-origin-when-cross-origin';

/**
 * Returns the headers that a response has whatever its content, according to the policy of its route. Who may frame a page is in its
 * Content-Security-Policy, which browsers apply instead of X-Frame-Options.
 */
export function securityHeaders(request?: PageRequest): OutgoingHttpHeaders {
  const { referrer = usualReferrer, isShownElsewhere = false } = request?.route?.policy ?? {};
  const isEmbeddable = request !== undefined && canBeEmbedded(request);
  const { HSTS, PUBLIC_URL } = env();
  return {
    'content-security-policy': filePolicy,
    'x-content-type-options': 'nosniff',
    ...(isEmbeddable && { 'access-control-allow-origin': '*' }),
    ...(referrer !== usualReferrer && { 'referrer-policy': referrer }),
    'permissions-policy': 'camera=(),microphone=(),geolocation=()',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': isShownElsewhere || isEmbeddable ? 'cross-origin' : 'same-origin',
    ...(PUBLIC_URL.startsWith('https:') &&
      HSTS !== 'off' && { 'strict-transport-security': `max-age=63072000${HSTS === 'subdomains' ? '; includeSubDomains' : ''}` }),
  };
}
