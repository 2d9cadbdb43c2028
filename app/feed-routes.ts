import type { ContextKind } from '#lib/catalog/contexts/model/context.ts';
import { atomFeed, type Feed, jsonFeed } from '#lib/catalog/works/model/feeds.ts';
import { movedTo, noFile, textFile } from '#lib/platform/http.ts';
import { loadContextFeed } from '#lib/portal/pages/loaders/feeds.ts';

export interface FeedContext {
  params: Promise<{ slug: string }>;
}

async function answer(
  kind: ContextKind,
  request: Request,
  { params }: FeedContext,
  file: string,
  type: string,
  write: (feed: Feed) => string,
) {
  const found = await loadContextFeed(kind, (await params).slug);
  if (found === null) return noFile('No work stands in this any more, or the address was cut short. Search for its name.');
  return 'redirect' in found ? movedTo(`${found.redirect}/${file}`) : textFile(request, write(found), type);
}

/** The feed of a topic, venue or institution as Atom. */
export const atomAnswer = (kind: ContextKind, request: Request, context: FeedContext): Promise<Response> =>
  answer(kind, request, context, 'feed.atom', 'application/atom+xml', atomFeed);

/** The same as JSON Feed. */
export const jsonAnswer = (kind: ContextKind, request: Request, context: FeedContext): Promise<Response> =>
  answer(kind, request, context, 'feed.json', 'application/feed+json', jsonFeed);
