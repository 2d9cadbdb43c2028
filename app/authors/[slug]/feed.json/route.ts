import { jsonFeed } from '#lib/catalog/works/model/feeds.ts';
import { movedTo, textFile } from '#lib/platform/http.ts';
import { problemResponse } from '#lib/platform/problem.ts';
import { platformRefusals } from '#lib/platform/refusals.ts';
import { loadAuthorFeed } from '#lib/portal/pages/loaders/authors.ts';

interface Context {
  params: Promise<{ slug: string }>;
}

export async function GET(request: Request, { params }: Context): Promise<Response> {
  const found = await loadAuthorFeed((await params).slug);
  if (found === null) return problemResponse('not_found', platformRefusals.not_found);
  return 'redirect' in found
    ? movedTo(`/authors/${found.redirect}/feed.json`)
    : textFile(request, jsonFeed(found), 'application/feed+json');
}
