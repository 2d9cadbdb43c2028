import { formatSliceQuery, parseSliceQuery } from '#lib/catalog/graph/model/slice.ts';
import { movedResponse, textFileResponse } from '#lib/platform/http/file-responses.ts';
import { problemResponse } from '#lib/platform/problem.ts';
import { platformRefusals } from '#lib/platform/refusals.ts';
import { loadSlice } from '#lib/portal/pages/loaders/graph.ts';
import type { PathProps } from '../../../page-props.ts';

/** Serves the data of the explorer: people by slug, and the links between them. */
export async function GET(request: Request, { params }: PathProps<'slug'>): Promise<Response> {
  const { slug } = await params;
  const requested = parseSliceQuery(Object.fromEntries(new URL(request.url).searchParams));
  const result = await loadSlice(slug, requested);
  if (result === null) return problemResponse('not_found', platformRefusals.not_found);
  if ('redirect' in result) return movedResponse(`/graph/${result.redirect}/slice.json${formatSliceQuery(requested)}`);
  const { author, slice } = result;
  return textFileResponse(
    request,
    JSON.stringify({ around: { slug: author.slug, name: author.name }, filter: requested, ...slice }),
    'application/json',
  );
}
