import { atomFeed } from '#lib/catalog/works/model/feeds.ts';
import { badRequest, textFile } from '#lib/platform/http.ts';
import { loadSearchFeed } from '#lib/portal/pages/loaders/feeds.ts';

export async function GET(request: Request): Promise<Response> {
  const feed = await loadSearchFeed(new URL(request.url).search);
  return feed
    ? textFile(request, atomFeed(feed), 'application/atom+xml')
    : badRequest('Say what to search for: /search/feed.atom?q=herons');
}
