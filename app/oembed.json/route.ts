import { env } from '#lib/platform/env.ts';
import { badRequest, textFile } from '#lib/platform/http.ts';
import { problemResponse } from '#lib/platform/problem.ts';
import { platformRefusals } from '#lib/platform/refusals.ts';
import { site } from '#lib/platform/site.ts';
import { loadAuthor } from '#lib/portal/pages/loaders/authors.ts';
import { embeddedProfile, embeddedSlug } from '#lib/portal/pages/model/oembed.ts';

/** oEmbed 1.0, JSON alone. */
export async function GET(request: Request): Promise<Response> {
  const query = new URL(request.url).searchParams;
  const slug = embeddedSlug(query.get('url') ?? '', env().PUBLIC_URL);
  if ((query.get('format') ?? 'json') !== 'json')
    return new Response('Ask with format=json.\n', { status: 501, headers: { 'Content-Type': 'text/plain' } });
  if (slug === null) return badRequest('Give the address of a profile of this site as url.');
  const found = await loadAuthor(slug);
  const shown = found && 'redirect' in found ? await loadAuthor(found.redirect) : found;
  if (!shown || 'redirect' in shown) return problemResponse('not_found', platformRefusals.not_found);
  const answer = embeddedProfile(shown.view, { base: env().PUBLIC_URL, site: site().name }, Number(query.get('maxwidth')) || null);
  return textFile(request, `${JSON.stringify(answer)}\n`, 'application/json');
}
