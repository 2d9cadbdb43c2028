import { feedFormat } from '#lib/catalog/works/model/feeds.ts';
import { badRequest, noFile } from '#lib/platform/http.ts';
import { loadSearchFeed } from '#lib/portal/pages/loaders/feeds.ts';
import { feedFile } from '../../feed-routes.ts';

export async function GET(request: Request, { params }: { params: Promise<{ file: string }> }): Promise<Response> {
  const { file } = await params;
  if (feedFormat(file) === null) return noFile();
  const feed = await loadSearchFeed(new URL(request.url).search);
  return feed ? feedFile(request, file, feed) : badRequest(`Say what to search for: /search/${file}?q=herons`);
}
