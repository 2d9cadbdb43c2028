import { parseGraphQuery } from '#lib/catalog/graph/model/query.ts';
import { invalidRequestResponse, missingFileResponse, textFileResponse } from '#lib/platform/http/file-responses.ts';
import { loadPaths } from '#lib/portal/pages/loaders/graph.ts';

const file = 'path.json';

/** Serves the shortest paths between two nodes of the research graph. */
export async function GET(request: Request): Promise<Response> {
  const { searchParams } = new URL(request.url);
  const [from, to] = [parseGraphQuery(searchParams), parseGraphQuery({ from: searchParams.get('to') ?? '' })];
  if (!searchParams.has('from') || !searchParams.has('to'))
    return invalidRequestResponse(file, 'Name both ends as from and to, for example from=author:ada-lovelace&to=topic:parsing.');
  const found = from && to && (await loadPaths(from.from, to.from, from.kinds));
  return found ? textFileResponse(request, JSON.stringify(found), 'application/json') : missingFileResponse(file);
}
