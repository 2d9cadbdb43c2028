import { firstCharacters } from '#lib/platform/form.ts';
import { textFileResponse } from '#lib/platform/http/file-responses.ts';
import { loadGraphNode, loadGraphNodes } from '#lib/portal/pages/loaders/graph.ts';

/** Serves nodes by name, as starts and ends, or one node by its id: people, works, topics, venues and institutions. */
export async function GET(request: Request): Promise<Response> {
  const { searchParams } = new URL(request.url);
  const id = searchParams.get('id');
  const nodes =
    id === null
      ? await loadGraphNodes(firstCharacters(searchParams.get('q') ?? '', 200).trim())
      : await loadGraphNode(firstCharacters(id, 400));
  return textFileResponse(request, JSON.stringify({ nodes }), 'application/json');
}
