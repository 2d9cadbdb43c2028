import { loadAuthorCitations } from '#lib/authors/loaders.ts';
import { movedTo, noFile, textFile } from '#lib/http.ts';
import { citationFormat } from '#lib/works/model/citations/formats.ts';

interface Context {
  params: Promise<{ slug: string; file: string }>;
}

export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { slug, file } = await params;
  const format = citationFormat(file);
  const found = format && (await loadAuthorCitations(slug, new URL(request.url).searchParams.get('after') ?? undefined));
  if (!found) return noFile();
  if ('redirect' in found) return movedTo(`/authors/${found.redirect}/works/${file}`);
  const next = found.next && `/authors/${slug}/works/${file}?after=${found.next}`;
  return textFile(format.write(found.works), format.type, { saveAs: `${found.author.slug}.${format.ending}`, next });
}
