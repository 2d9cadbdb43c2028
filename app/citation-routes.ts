import { type ContextKind, contextPathSegments } from '#lib/catalog/contexts/model/context.ts';
import { citationFormat } from '#lib/catalog/works/model/citations/formats.ts';
import { env } from '#lib/platform/env.ts';
import { invalidRequestResponse, missingFileResponse, movedResponse, textFileResponse } from '#lib/platform/http/file-responses.ts';
import { loadContextCitations, loadSearchCitations } from '#lib/portal/pages/loaders/citations.ts';
import { contextFeedRoute, searchFeedRoute } from './feed-routes.ts';
import type { PathProps } from './page-props.ts';

/** Returns the route of the files of a topic, venue or institution: its works in each citation format, and its feeds. */
export const contextFileRoute = (kind: ContextKind) => async (request: Request, context: PathProps<'slug' | 'file'>) => {
  const { slug, file } = await context.params;
  const format = citationFormat(file);
  if (format === null) return contextFeedRoute(kind)(request, context);
  const { search, searchParams } = new URL(request.url);
  const citations = await loadContextCitations(kind, slug, searchParams);
  if (citations === null) return missingFileResponse(file);
  if ('redirect' in citations) return movedResponse(`/${contextPathSegments[kind]}/${citations.redirect}/${file}${search}`);
  return textFileResponse(request, format.write(citations.works, env().PUBLIC_URL), format.type, {
    saveAs: `${citations.name}.${format.ending}`,
    next: citations.next && `/${contextPathSegments[kind]}/${slug}/${file}?${citations.next}`,
  });
};

/** Serves the files of a work search: its results in each citation format, and its feeds. */
export async function searchFileRoute(request: Request, { params }: PathProps<'file'>): Promise<Response> {
  const { file } = await params;
  const format = citationFormat(file);
  if (format === null) return searchFeedRoute(request, file);
  const citations = await loadSearchCitations(new URL(request.url).searchParams);
  if (citations === null) return invalidRequestResponse(file, `Add a search: /search/${file}?q=herons`);
  return textFileResponse(request, format.write(citations.works, env().PUBLIC_URL), format.type, {
    saveAs: `${citations.name}.${format.ending}`,
    next: citations.next && `/search/${file}?${citations.next}`,
  });
}
