import { loadSearchFeed } from '#lib/feeds/loaders.ts';
import { badRequest, textFile } from '#lib/http.ts';
import { jsonFeed } from '#lib/works/model/feeds.ts';

export async function GET(request: Request): Promise<Response> {
  const feed = await loadSearchFeed(new URL(request.url).search);
  return feed
    ? textFile(request, jsonFeed(feed), 'application/feed+json')
    : badRequest('Say what to search for: /search/feed.json?q=herons');
}
