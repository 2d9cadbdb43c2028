import { trustWords } from '#components/authors/trust-words.ts';
import { movedResponse, noFileResponse, textFileResponse } from '#lib/platform/http/file-responses.ts';
import { site } from '#lib/platform/site.ts';
import { loadAuthor } from '#lib/portal/pages/loaders/authors.ts';
import { badgeSvg } from '#lib/portal/pages/model/badge.ts';
import type { PathProps } from '../../../page-props.ts';

export async function GET(request: Request, { params }: PathProps<'slug'>): Promise<Response> {
  const result = await loadAuthor((await params).slug);
  if (result === null) return noFileResponse();
  if ('redirect' in result) return movedResponse(`/authors/${result.redirect}/badge.svg`);
  return textFileResponse(
    request,
    badgeSvg({ words: trustWords(result), computedAt: result.trust.computedAt }, site().name),
    'image/svg+xml',
  );
}
