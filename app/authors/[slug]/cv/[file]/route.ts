import { env } from '#lib/platform/env.ts';
import { movedTo, noFile, textFile } from '#lib/platform/http.ts';
import { loadAuthor, loadAuthorCitations } from '#lib/portal/pages/loaders/authors.ts';
import { cvFiles } from '#lib/portal/pages/model/cv.ts';

interface Context {
  params: Promise<{ slug: string; file: string }>;
}

export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { slug, file } = await params;
  const format = cvFiles.find((each) => each.file === file);
  const found = format && (await loadAuthor(slug));
  if (!found) return noFile();
  if ('redirect' in found) return movedTo(`/authors/${found.redirect}/cv/${file}`);
  const cited = await loadAuthorCitations(slug, new URLSearchParams());
  const works = cited && 'works' in cited ? cited.works : [];
  return textFile(request, format.write({ author: found.view, works, base: env().PUBLIC_URL }), format.type);
}
