import { jsonFeed } from '#lib/catalog/works/model/feeds.ts';
import { textFile } from '#lib/platform/http.ts';
import { problemResponse } from '#lib/platform/problem.ts';
import { platformRefusals } from '#lib/platform/refusals.ts';
import { loadSearchFeed } from '#lib/portal/pages/loaders/feeds.ts';

export async function GET(request: Request): Promise<Response> {
  const feed = await loadSearchFeed(new URL(request.url).search);
  return feed
    ? textFile(request, jsonFeed(feed), 'application/feed+json')
    : problemResponse('invalid_request', platformRefusals.invalid_request, { detail: 'Add a search: /search/feed.json?q=herons' });
}
