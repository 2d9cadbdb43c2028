import { env } from '#lib/platform/env.ts';
import { movedTo, textFile } from '#lib/platform/http/file-responses.ts';
import { problemResponse } from '#lib/platform/problem.ts';
import { platformRefusals } from '#lib/platform/refusals.ts';
import { site } from '#lib/platform/site.ts';
import { loadAuthor, loadAuthorCitations, loadAuthorRoles } from '#lib/portal/pages/loaders/authors.ts';
import { loadTrustDocument } from '#lib/portal/pages/loaders/trust.ts';
import { researchObject } from '#lib/portal/pages/model/research-object.ts';
import type { PathProps } from '../../../page-props.ts';

export async function GET(request: Request, { params }: PathProps<'slug'>): Promise<Response> {
  const { slug } = await params;
  const found = await loadAuthor(slug);
  if (found === null) return problemResponse('not_found', platformRefusals.not_found);
  if ('redirect' in found) return movedTo(`/authors/${found.redirect}/ro-crate-metadata.json`);
  const [cited, document, roles] = await Promise.all([
    loadAuthorCitations(slug, new URLSearchParams()),
    loadTrustDocument(slug),
    loadAuthorRoles(found.view.id),
  ]);
  const works = cited && 'works' in cited ? cited.works : [];
  const trust = document && 'format' in document ? document : null;
  const crate = researchObject({ author: found.view, works, roles, trust, base: env().PUBLIC_URL, licence: site().licence });
  return textFile(request, `${JSON.stringify(crate, null, 1)}\n`, 'application/ld+json');
}
