import { citationFormat } from '#lib/catalog/works/model/citations/formats.ts';
import { formatSelection, parseSelection } from '#lib/catalog/works/model/list/selection.ts';
import { env } from '#lib/platform/env.ts';
import { missingFileResponse, movedResponse, textFileResponse } from '#lib/platform/http/file-responses.ts';
import { loadAuthorCitations } from '#lib/portal/pages/loaders/authors.ts';
import type { PathProps } from '../../../../page-props.ts';

export async function GET(request: Request, { params }: PathProps<'slug' | 'file'>): Promise<Response> {
  const { slug, file } = await params;
  const format = citationFormat(file);
  const urlParams = new URL(request.url).searchParams;
  const citations = format && (await loadAuthorCitations(slug, urlParams));
  if (!citations) return missingFileResponse(file);
  if ('redirect' in citations) return movedResponse(`/authors/${citations.redirect}/works/${file}${new URL(request.url).search}`);
  const query = formatSelection(parseSelection(urlParams).selection);
  if (citations.next) query.set('after', citations.next);
  const next = citations.next && `/authors/${slug}/works/${file}?${query}`;
  return textFileResponse(request, format.write(citations.works, env().PUBLIC_URL), format.type, {
    saveAs: `${citations.author.slug}.${format.ending}`,
    next,
  });
}
