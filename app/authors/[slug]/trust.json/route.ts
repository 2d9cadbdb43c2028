import { movedResponse, textFileResponse } from '#lib/platform/http/file-responses.ts';
import { problemResponse } from '#lib/platform/problem.ts';
import { platformRefusals } from '#lib/platform/refusals.ts';
import { loadTrustDocument } from '#lib/portal/pages/loaders/trust.ts';
import type { PathProps } from '../../../page-props.ts';

export async function GET(request: Request, { params }: PathProps<'slug'>): Promise<Response> {
  const result = await loadTrustDocument((await params).slug);
  if (result === null) return problemResponse('not_found', platformRefusals.not_found);
  return 'redirect' in result
    ? movedResponse(`/authors/${result.redirect}/trust.json`)
    : textFileResponse(request, `${JSON.stringify(result, null, 1)}\n`, 'application/json');
}
