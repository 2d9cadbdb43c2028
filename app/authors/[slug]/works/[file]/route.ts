import { citationFormat } from '#lib/catalog/works/model/citations/formats.ts';
import { selectionFrom, selectionQuery } from '#lib/catalog/works/model/list/selection.ts';
import { env } from '#lib/platform/env.ts';
import { missingFile, movedTo, textFile } from '#lib/platform/http/file-responses.ts';
import { loadAuthorCitations } from '#lib/portal/pages/loaders/authors.ts';

interface Context {
  params: Promise<{ slug: string; file: string }>;
}

export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { slug, file } = await params;
  const format = citationFormat(file);
  const asked = new URL(request.url).searchParams;
  const found = format && (await loadAuthorCitations(slug, asked));
  if (!found) return missingFile(file);
  if ('redirect' in found) return movedTo(`/authors/${found.redirect}/works/${file}${new URL(request.url).search}`);
  const query = selectionQuery(selectionFrom(asked).selection);
  if (found.next) query.set('after', found.next);
  const next = found.next && `/authors/${slug}/works/${file}?${query}`;
  return textFile(request, format.write(found.works, env().PUBLIC_URL), format.type, {
    saveAs: `${found.author.slug}.${format.ending}`,
    next,
  });
}
