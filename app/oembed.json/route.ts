import type { GraphQuery } from '#lib/catalog/graph/model/query.ts';
import { env } from '#lib/platform/env.ts';
import { invalidRequestResponse, missingFileResponse, textFileResponse } from '#lib/platform/http/file-responses.ts';
import { site } from '#lib/platform/site.ts';
import { cardSize } from '#lib/portal/cards/model.ts';
import { loadAuthor } from '#lib/portal/pages/loaders/authors.ts';
import { loadGraph } from '#lib/portal/pages/loaders/graph.ts';
import { oembedGraph, oembedGraphQuery, oembedProfile, oembedSlug } from '#lib/portal/pages/model/oembed.ts';

const file = 'oembed.json';

/** Parses a positive whole number of pixels; else null. */
const pixelsFrom = (text: string | null): number | null => (/^[1-9]\d{0,5}$/.test(text ?? '') ? Number(text) : null);

/** Serves oEmbed 1.0, in JSON only. */
export async function GET(request: Request): Promise<Response> {
  const query = new URL(request.url).searchParams;
  const base = env().PUBLIC_URL;
  const [slug, graph] = [oembedSlug(query.get('url') ?? '', base), oembedGraphQuery(query.get('url') ?? '', base)];
  const maxSize = { maxWidth: pixelsFrom(query.get('maxwidth')), maxHeight: pixelsFrom(query.get('maxheight')) };
  // oEmbed requires 501 here, but logs and alerts would count it as a server error; the request is invalid.
  if ((query.get('format') ?? 'json') !== 'json') return invalidRequestResponse(file, 'Ask with format=json.');
  if (graph) return serveGraph(request, graph, maxSize);
  if (slug === null) return invalidRequestResponse(file, 'Give the address of a profile or graph of this site as url.');
  const result = await loadAuthor(slug);
  const profile = result && 'redirect' in result ? await loadAuthor(result.redirect) : result;
  if (!profile || 'redirect' in profile) return missingFileResponse(file);
  const embed = oembedProfile(profile, { base, site: site().name, pictureSize: cardSize }, maxSize);
  return textFileResponse(request, `${JSON.stringify(embed)}\n`, 'application/json');
}

async function serveGraph(request: Request, query: GraphQuery, maxSize: Parameters<typeof oembedGraph>[3]): Promise<Response> {
  const found = await loadGraph(query);
  if (found === null || 'redirect' in found) return missingFileResponse(file);
  const embed = oembedGraph(query, found.slice.start.label, { base: env().PUBLIC_URL, site: site().name }, maxSize);
  return textFileResponse(request, `${JSON.stringify(embed)}\n`, 'application/json');
}
