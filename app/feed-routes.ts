import type { ContextKind } from '#lib/catalog/contexts/model/context.ts';
import { type Feed, feedFormat, type HistoryFeed } from '#lib/catalog/works/model/feeds.ts';
import { invalidRequestResponse, missingFileResponse, movedResponse, textFileResponse } from '#lib/platform/http/file-responses.ts';
import { loadAuthorFeed } from '#lib/portal/pages/loaders/authors.ts';
import { loadContextFeed, loadSearchFeed } from '#lib/portal/pages/loaders/feeds.ts';
import { loadAuthorHistoryFeed, loadWorkHistoryFeed } from '#lib/portal/pages/loaders/history.ts';
import type { PathProps } from './page-props.ts';

/** Serves a feed in the format of the file name: 404 for an unknown subject or format, 308 to the current path of the subject. */
function feedFile(request: Request, file: string, feed: Feed | HistoryFeed | { redirect: string } | null, missing?: string): Response {
  const format = feedFormat(file);
  if (format === null || feed === null) return missingFileResponse(file, missing);
  return 'redirect' in feed ? movedResponse(`${feed.redirect}/${file}`) : textFileResponse(request, format.write(feed), format.type);
}

/** Returns the route of a feed of an author's works. */
export const authorFeedRoute =
  (file: string) =>
  async (request: Request, { params }: PathProps<'slug'>): Promise<Response> =>
    feedFile(request, file, await loadAuthorFeed((await params).slug));

const noWorksText = 'This topic, venue or institution has no works any more, or the address is incomplete. Search for its name.';

/** Returns the route of the feeds of a topic, venue or institution. */
export const contextFeedRoute =
  (kind: ContextKind) =>
  async (request: Request, { params }: PathProps<'slug' | 'file'>): Promise<Response> => {
    const { slug, file } = await params;
    const feed = feedFormat(file) && (await loadContextFeed(kind, slug));
    return feedFile(request, file, feed, noWorksText);
  };

/** Serves the feeds of a work search. */
export async function searchFeedRoute(request: Request, file: string): Promise<Response> {
  if (feedFormat(file) === null) return missingFileResponse(file);
  const feed = await loadSearchFeed(new URL(request.url).search);
  if (feed) return feedFile(request, file, feed);
  return invalidRequestResponse(file, `Add a search: /search/${file}?q=herons`);
}

interface HistoryContext<Name extends string> {
  params: Promise<Record<Name | 'file', string>>;
}

/** Serves the feeds of the history of a work. */
export async function workHistoryFeedRoute(request: Request, { params }: HistoryContext<'id'>): Promise<Response> {
  const { id, file } = await params;
  return feedFile(request, file, feedFormat(file) && (await loadWorkHistoryFeed(id)));
}

/** Serves the feeds of the history of a record. */
export async function authorHistoryFeedRoute(request: Request, { params }: HistoryContext<'slug'>): Promise<Response> {
  const { slug, file } = await params;
  return feedFile(request, file, feedFormat(file) && (await loadAuthorHistoryFeed(slug)));
}
