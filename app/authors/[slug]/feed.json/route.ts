import { jsonFeed } from '#lib/catalog/works/model/feeds.ts';
import { movedTo, noFile, textFile } from '#lib/platform/http.ts';
import { loadAuthorFeed } from '#lib/portal/pages/loaders/authors.ts';

interface Context {
  params: Promise<{ slug: string }>;
}

export async function GET(request: Request, { params }: Context): Promise<Response> {
  const found = await loadAuthorFeed((await params).slug);
  if (found === null) return noFile();
  return 'redirect' in found
    ? movedTo(`/authors/${found.redirect}/feed.json`)
    : textFile(request, jsonFeed(found), 'application/feed+json');
}
