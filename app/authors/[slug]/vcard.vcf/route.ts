import { env } from '#lib/platform/env.ts';
import { movedResponse, noFileResponse, textFileResponse } from '#lib/platform/http/file-responses.ts';
import { loadAuthor } from '#lib/portal/pages/loaders/authors.ts';
import { vcardOf } from '#lib/portal/pages/model/vcard.ts';
import type { PathProps } from '../../../page-props.ts';

export async function GET(request: Request, { params }: PathProps<'slug'>): Promise<Response> {
  const result = await loadAuthor((await params).slug);
  if (result === null) return noFileResponse();
  if ('redirect' in result) return movedResponse(`/authors/${result.redirect}/vcard.vcf`);
  return textFileResponse(request, vcardOf(result, env().PUBLIC_URL), 'text/vcard', { saveAs: `${result.slug}.vcf` });
}
