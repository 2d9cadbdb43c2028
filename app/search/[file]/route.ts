import { feedFormat } from '#lib/catalog/works/model/feeds.ts';
import { badRequest } from '#lib/platform/http.ts';
import { problemResponse } from '#lib/platform/problem.ts';
import { platformRefusals } from '#lib/platform/refusals.ts';
import { loadSearchFeed } from '#lib/portal/pages/loaders/feeds.ts';
import { feedFile, missingFile } from '../../feed-routes.ts';

export async function GET(request: Request, { params }: { params: Promise<{ file: string }> }): Promise<Response> {
  const { file } = await params;
  if (feedFormat(file) === null) return missingFile(file);
  const feed = await loadSearchFeed(new URL(request.url).search);
  if (feed) return feedFile(request, file, feed);
  const detail = `Add a search: /search/${file}?q=herons`;
  return file.endsWith('.json') ? problemResponse('invalid_request', platformRefusals.invalid_request, { detail }) : badRequest(detail);
}
