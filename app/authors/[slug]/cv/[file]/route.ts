import { env } from '#lib/platform/env.ts';
import { missingFile, movedTo, publicFile, textFile } from '#lib/platform/http/file-responses.ts';
import { loadAuthor, loadAuthorCitations, loadAuthorRoles } from '#lib/portal/pages/loaders/authors.ts';
import { writeCv } from '#lib/portal/pages/loaders/cv.ts';
import { cvChoiceFrom } from '#lib/portal/pages/model/cv-choice.ts';
import { cvFiles } from '#lib/portal/pages/model/cv-files.ts';

interface Context {
  params: Promise<{ slug: string; file: string }>;
}

export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { slug, file } = await params;
  const query = new URL(request.url).searchParams;
  const format = cvFiles.find((each) => each.file === file);
  const found = format && (await loadAuthor(slug));
  if (!found) return missingFile(file);
  if ('redirect' in found) return movedTo(`/authors/${found.redirect}/cv/${file}${query.size > 0 ? `?${query}` : ''}`);
  const years = new URLSearchParams({ from: query.get('from') ?? '', to: query.get('to') ?? '' });
  const cited = await loadAuthorCitations(slug, years);
  const works = cited && 'works' in cited ? cited.works : [];
  const roles = await loadAuthorRoles(found.view.id);
  const written = await writeCv(format, { author: found.view, works, roles, base: env().PUBLIC_URL, choice: cvChoiceFrom(query) });
  if (typeof written === 'string') return textFile(request, written, format.type, file === 'cv.tex' ? { saveAs: `${slug}-cv.tex` } : {});
  const headers = { 'Content-Type': format.type, 'Content-Disposition': `attachment; filename="${slug.replace(/[^\w.-]/g, '-')}-cv.docx"` };
  return publicFile(request, written, new Headers({ ...headers, 'X-Robots-Tag': 'noindex' }));
}
