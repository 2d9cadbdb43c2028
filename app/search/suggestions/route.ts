import { loadSuggestions } from '#lib/portal/search/loaders.ts';

/** Suggestions for the search box, as JSON. Never kept: a name that is suppressed now is offered to nobody. */
export async function GET(request: Request): Promise<Response> {
  const text = new URL(request.url).searchParams.get('q') ?? '';
  return Response.json(
    { suggestions: await loadSuggestions(text) },
    { headers: { 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' } },
  );
}
