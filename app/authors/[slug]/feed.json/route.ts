import { loadAuthorFeed } from '#lib/authors/loaders.ts';
import { movedTo, noFile, textFile } from '#lib/http.ts';
import { jsonFeed } from '#lib/works/model/feeds.ts';

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
