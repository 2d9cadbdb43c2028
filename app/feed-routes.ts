import type { ContextKind } from '#lib/catalog/contexts/model.ts';
import { atomFeed, type Feed, jsonFeed } from '#lib/catalog/works/model/feeds.ts';
import { movedTo, noFile, textFile } from '#lib/platform/http.ts';
import { problemResponse } from '#lib/platform/problem.ts';
import { platformRefusals } from '#lib/platform/refusals.ts';
import { loadContextFeed } from '#lib/portal/pages/loaders/feeds.ts';

const noWorks = 'This topic, venue or institution has no works any more, or the address is incomplete. Search for its name.';

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
  missing: () => Response,
) {
  const found = await loadContextFeed(kind, (await params).slug);
  if (found === null) return missing();
  return 'redirect' in found ? movedTo(`${found.redirect}/${file}`) : textFile(request, write(found), type);
}

/** The feed of a topic, venue or institution as Atom. */
export const atomAnswer = (kind: ContextKind, request: Request, context: FeedContext): Promise<Response> =>
  answer(kind, request, context, 'feed.atom', 'application/atom+xml', atomFeed, () => noFile(noWorks));

/** The same as JSON Feed. */
export const jsonAnswer = (kind: ContextKind, request: Request, context: FeedContext): Promise<Response> =>
  answer(kind, request, context, 'feed.json', 'application/feed+json', jsonFeed, () =>
    problemResponse('not_found', platformRefusals.not_found, { detail: noWorks }),
  );
