import { env } from '#lib/platform/env.ts';
import { movedResponse, textFileResponse } from '#lib/platform/http/file-responses.ts';
import { problemResponse } from '#lib/platform/problem.ts';
import { platformRefusals } from '#lib/platform/refusals.ts';
import { site } from '#lib/platform/site.ts';
import { loadAuthor, loadAuthorCitations, loadAuthorRoles } from '#lib/portal/pages/loaders/authors.ts';
import { loadTrustDocument } from '#lib/portal/pages/loaders/trust.ts';
import { researchObject } from '#lib/portal/pages/model/research-object.ts';
import type { PathProps } from '../../../page-props.ts';

export async function GET(request: Request, { params }: PathProps<'slug'>): Promise<Response> {
  const { slug } = await params;
  const result = await loadAuthor(slug);
  if (result === null) return problemResponse('not_found', platformRefusals.not_found);
  if ('redirect' in result) return movedResponse(`/authors/${result.redirect}/ro-crate-metadata.json`);
  const [citations, document, roles] = await Promise.all([
    loadAuthorCitations(slug, new URLSearchParams()),
    loadTrustDocument(slug),
    loadAuthorRoles(result.id),
  ]);
  const works = citations && 'works' in citations ? citations.works : [];
  const trust = document && 'format' in document ? document : null;
  const crate = researchObject({ author: result, works, roles, trust, base: env().PUBLIC_URL, licence: site().licence });
  return textFileResponse(request, `${JSON.stringify(crate, null, 1)}\n`, 'application/ld+json');
}
