import type { PageRequest } from '#lib/runtime/routes/page-request.ts';
import { isDevelopment } from '../processes/development-mode.ts';
import { withFallback } from './fallback-pages.ts';
import { faultPage, pageOfFault } from './fault-page.ts';
import { removeScripts } from './next-output.ts';
import { isHtml, type PageResponse, withoutContent } from './page-response.ts';
import { addPageScript, withPageScript } from './page-script.ts';

/** Step 1: completes what was rendered. Redirects lose their page, faults get one, and pages get the script of this site. */
export function completePage(page: PageResponse, request: PageRequest): PageResponse {
  if (page.head !== '') return { ...page, head: addPageScript(page.head, request.route?.policy.script) };
  // After a form, 307 would make the browser submit it again; 303 continues with GET.
  const status = request.method === 'POST' && page.status === 307 ? 303 : page.status;
  const isRedirect = page.headers.location !== undefined && status < 400;
  if (isRedirect && isHtml(page)) return withoutContent(page, status);
  const shown = status < 500 ? { ...page, status } : faulty(page, request);
  return isHtml(shown) ? completeHtml(shown, request) : shown;
}

/**
 * Returns a failed response with status 503 and a page that says so if the database was overloaded or its disk full. A file gets the status of
 * a page, and a form an error page instead of the plain text of Next.js.
 */
function faulty(page: PageResponse, { headers }: PageRequest): PageResponse {
  const type = page.headers['content-type'];
  if (type === undefined) return faultPage(headers.accept);
  const { isKnown, status, retry, html } = pageOfFault();
  const failed = { ...page, status: isKnown ? status : page.status, headers: { ...page.headers, ...retry } };
  const isPlainText = String(type).startsWith('text/plain') && !headers['next-action'];
  if (!isPlainText && !(isKnown && isHtml(page))) return failed;
  return { ...failed, headers: { ...failed.headers, 'content-type': 'text/html; charset=utf-8' }, body: html };
}

const headEnd = '</head>';

function completeHtml(page: PageResponse, { hasSession, route }: PageRequest): PageResponse {
  const hasScripts = isDevelopment || hasSession || route?.policy.needsScript === true;
  const html = withFallback(page.body.toString(), page.status, hasScripts);
  const whole = withPageScript(hasScripts ? html : removeScripts(html), route?.policy.script);
  const bodyStart = whole.indexOf(headEnd) + headEnd.length;
  return bodyStart < headEnd.length ? { ...page, body: whole } : { ...page, head: whole.slice(0, bodyStart), body: whole.slice(bodyStart) };
}
