import { formatGraphQuery, parseGraphQuery } from '#lib/catalog/graph/model/query.ts';
import { invalidRequestResponse, missingFileResponse, movedResponse, textFileResponse } from '#lib/platform/http/file-responses.ts';
import { loadGraph } from '#lib/portal/pages/loaders/graph.ts';

const file = 'slice.json';

/** Serves a slice of the research graph: nodes, links with their evidence, and what is omitted. */
export async function GET(request: Request): Promise<Response> {
  const { searchParams } = new URL(request.url);
  const query = parseGraphQuery(searchParams);
  if (!query && searchParams.has('from')) return missingFileResponse(file);
  if (!query) return invalidRequestResponse(file, 'Name the start as from, for example from=author:ada-lovelace.');
  const found = await loadGraph(query);
  if (found === null) return missingFileResponse(file);
  if ('redirect' in found) return movedResponse(`/graph/${file}${formatGraphQuery({ ...query, from: found.redirect })}`);
  return textFileResponse(request, JSON.stringify({ query, ...found.slice }), 'application/json');
}
