import type { ReactNode } from 'react';
import type { ContextKind, ContextView } from '#lib/catalog/contexts/model/context.ts';
import type { WorkView } from '#lib/catalog/works/model/views.ts';
import { movedResponse, noFileResponse, publicFileResponse } from '#lib/platform/http/file-responses.ts';
import { loadAuthor } from '#lib/portal/pages/loaders/authors.ts';
import { loadContext } from '#lib/portal/pages/loaders/contexts.ts';
import { loadEdge } from '#lib/portal/pages/loaders/graph.ts';
import { loadWork } from '#lib/portal/pages/loaders/works.ts';
import { authorCard, type Card, cardSize, contextCard, edgeCard, workCard } from '../model.ts';
import { cardFonts, fontFamilies } from './fonts.ts';

/**
 * Upper bound on cached pictures. Drawing is expensive. The cache key holds everything a card shows, and is used only if the record exists.
 */
const maxCached = 200;
const cache = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();

interface PictureSize {
  width: number;
  height: number;
  /** Pixels for each unit. */
  scale?: number;
}

/** Renders an element as PNG with the site's own fonts; no glyph is fetched from elsewhere. */
export async function rasterize(
  draw: (fonts: string) => ReactNode,
  { width, height, scale = 1 }: PictureSize,
): Promise<Uint8Array<ArrayBuffer>> {
  const { default: satori } = await import('satori');
  const { Resvg } = await import('@resvg/resvg-js');
  const svg = await satori(draw(fontFamilies), { width, height, fonts: await cardFonts() });
  return Uint8Array.from(new Resvg(svg, { fitTo: { mode: 'zoom', value: scale } }).render().asPng());
}

type Draw = (card: Card, fonts: string) => ReactNode;

/** Returns the picture of a card from the cache, or draws it. Concurrent requests for a card share one drawing. */
function drawCard(card: Card, draw: Draw): Promise<Uint8Array<ArrayBuffer>> {
  const key = JSON.stringify(card);
  const cached = cache.get(key);
  if (cached) return cached;
  const [oldest] = cache.size >= maxCached ? cache.keys() : [];
  if (oldest !== undefined) cache.delete(oldest);
  const drawing = rasterize((fonts) => draw(card, fonts), cardSize);
  cache.set(key, drawing);
  // A failed drawing is not cached.
  drawing.catch(() => cache.delete(key));
  return drawing;
}

/** Returns a PNG response. Its ETag is a hash of the picture. */
export function pictureResponse(request: Request, png: Uint8Array<ArrayBuffer>, listed: boolean): Response {
  const headers = new Headers({ 'Content-Type': 'image/png' });
  if (!listed) headers.set('X-Robots-Tag', 'noindex');
  return publicFileResponse(request, png, headers);
}

/** Returns the share picture of a record, or 404 if there is none. */
export async function serveAuthorCard(request: Request, slug: string, draw: Draw): Promise<Response> {
  const result = await loadAuthor(slug);
  if (result === null) return noFileResponse();
  if ('redirect' in result) return movedResponse(`/authors/${result.redirect}/card.png`);
  const { name, alsoPublishedAs, nativeNames, affiliation, sources, contexts, works, listed } = result;
  const years = works.worksPerYear.map(({ year }) => year);
  const card = authorCard({
    name,
    otherNames: [...alsoPublishedAs, ...nativeNames],
    affiliation: affiliation?.name ?? null,
    works: works.total,
    firstYear: years[0] ?? null,
    lastYear: years.at(-1) ?? null,
    sources: sources.flatMap(({ id, name: called }) => (id === 'peergraph' ? [] : [called])),
    topics: contexts.topics.shown.map((topic) => topic.name),
    worksPerYear: works.worksPerYear,
  });
  return pictureResponse(request, await drawCard(card, draw), listed);
}

/** Returns the share picture of a work, or 404 if there is none. */
export async function serveWorkCard(request: Request, id: string, draw: Draw): Promise<Response> {
  const work = await loadWork(id);
  return work ? pictureResponse(request, await drawCard(workCard(work), draw), true) : noFileResponse();
}

/**
 * Returns the share picture of a topic, venue or institution, or 404 if there is none.
 * @param words label of the kind, and figures as text
 */
export async function serveContextCard(
  request: Request,
  { kind, folder, slug, words }: { kind: ContextKind; folder: string; slug: string; words: (context: ContextView) => CardWords },
  draw: Draw,
): Promise<Response> {
  const result = await loadContext(kind, slug);
  if (result === null) return noFileResponse();
  if ('redirect' in result) return movedResponse(`/${folder}/${result.redirect}/card.png`);
  const { name, related, worksPerYear } = result;
  const topics = related.flatMap((context) => (context.kind === 'topic' ? [context.name] : []));
  return pictureResponse(request, await drawCard(contextCard({ name, ...words(result), related: topics, worksPerYear }), draw), true);
}

type CardWords = Record<'kind' | 'figures', string>;

/**
 * Returns the share picture of two authors and their joint works, or 404 if there is no page about both.
 * @param figures describes their joint works as text
 */
export async function serveEdgeCard(
  request: Request,
  [slug, otherSlug]: readonly [string, string],
  figures: (works: readonly WorkView[]) => string,
  draw: Draw,
): Promise<Response> {
  const result = await loadEdge(slug, otherSlug);
  if (result === null) return noFileResponse();
  if ('redirect' in result) return movedResponse(`${result.redirect}/card.png`);
  const { author, other, works } = result;
  const card = edgeCard({ names: [author.name, other.name], figures: figures(works) });
  return pictureResponse(request, await drawCard(card, draw), author.listed && other.listed);
}

/** Returns the share picture of a page of the site itself, or 404 if there is none. */
export const servePageCard = async (request: Request, card: Card | null, draw: Draw): Promise<Response> =>
  card ? pictureResponse(request, await drawCard(card, draw), true) : noFileResponse();
