import { env } from '#lib/platform/env.ts';
import { missingFileResponse, movedResponse, publicFileResponse, textFileResponse } from '#lib/platform/http/file-responses.ts';
import { loadAuthor, loadAuthorCitations, loadAuthorRoles } from '#lib/portal/pages/loaders/authors.ts';
import { writeCv } from '#lib/portal/pages/loaders/cv.ts';
import { cvChoiceFrom } from '#lib/portal/pages/model/cv-choice.ts';
import { cvFiles } from '#lib/portal/pages/model/cv-files.ts';
import type { PathProps } from '../../../../page-props.ts';

export async function GET(request: Request, { params }: PathProps<'slug' | 'file'>): Promise<Response> {
  const { slug, file } = await params;
  const query = new URL(request.url).searchParams;
  const format = cvFiles.find((each) => each.file === file);
  const result = format && (await loadAuthor(slug));
  if (!result) return missingFileResponse(file);
  if ('redirect' in result) return movedResponse(`/authors/${result.redirect}/cv/${file}${query.size > 0 ? `?${query}` : ''}`);
  const years = new URLSearchParams({ from: query.get('from') ?? '', to: query.get('to') ?? '' });
  const citations = await loadAuthorCitations(slug, years);
  const works = citations && 'works' in citations ? citations.works : [];
  const roles = await loadAuthorRoles(result.id);
  const content = await writeCv(format, { author: result, works, roles, base: env().PUBLIC_URL, choice: cvChoiceFrom(query) });
  if (typeof content === 'string')
    return textFileResponse(request, content, format.type, file === 'cv.tex' ? { saveAs: `${slug}-cv.tex` } : {});
  const headers = { 'Content-Type': format.type, 'Content-Disposition': `attachment; filename="${slug.replace(/[^\w.-]/g, '-')}-cv.docx"` };
  return publicFileResponse(request, content, new Headers({ ...headers, 'X-Robots-Tag': 'noindex' }));
}
