import { firstCharacters } from '#lib/platform/form.ts';
import { textFileResponse } from '#lib/platform/http/file-responses.ts';
import { loadGraphNodes } from '#lib/portal/pages/loaders/graph.ts';

/** Serves nodes by name, as starts and ends: people, works, topics, venues and institutions. */
export async function GET(request: Request): Promise<Response> {
  const text = firstCharacters(new URL(request.url).searchParams.get('q') ?? '', 200).trim();
  return textFileResponse(request, JSON.stringify({ nodes: await loadGraphNodes(text) }), 'application/json');
}
