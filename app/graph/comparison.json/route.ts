import { parseGraphQuery } from '#lib/catalog/graph/model/query.ts';
import { invalidRequestResponse, missingFileResponse, textFileResponse } from '#lib/platform/http/file-responses.ts';
import { loadShared } from '#lib/portal/pages/loaders/graph.ts';

const file = 'comparison.json';

/** Serves what two nodes of the research graph are both linked with, kind by kind. */
export async function GET(request: Request): Promise<Response> {
  const { searchParams } = new URL(request.url);
  const [query, other] = [parseGraphQuery(searchParams), parseGraphQuery({ from: searchParams.get('with') ?? '' })];
  if (!searchParams.has('from') || !searchParams.has('with'))
    return invalidRequestResponse(file, 'Name both as from and with, for example from=author:ada-lovelace&with=topic:parsing.');
  const shared = query && other && (await loadShared(query, other.from));
  return shared ? textFileResponse(request, JSON.stringify({ shared }), 'application/json') : missingFileResponse(file);
}
