import { formatGraphQuery, parseGraphQuery } from '#lib/catalog/graph/model/query.ts';
import { movedResponse, noFileResponse } from '#lib/platform/http/file-responses.ts';
import { loadAuthorNode } from '#lib/portal/pages/loaders/graph.ts';
import type { PathProps } from '../../page-props.ts';

/** The former address of the graph around a person leads to the same state. */
export async function GET(request: Request, { params }: PathProps<'slug'>): Promise<Response> {
  const { searchParams } = new URL(request.url);
  const from = await loadAuthorNode((await params).slug);
  const query = from && parseGraphQuery({ ...Object.fromEntries(searchParams), from, kinds: 'people' });
  if (!query) return noFileResponse();
  const path = searchParams.get('path');
  return movedResponse(`/graph${formatGraphQuery(query, { to: path ? `author:${path}` : (searchParams.get('to') ?? '') })}`);
}
