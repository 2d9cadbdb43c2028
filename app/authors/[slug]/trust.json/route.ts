import { movedTo, textFile } from '#lib/platform/http/file-responses.ts';
import { problemResponse } from '#lib/platform/problem.ts';
import { platformRefusals } from '#lib/platform/refusals.ts';
import { loadTrustDocument } from '#lib/portal/pages/loaders/trust.ts';
import type { PathProps } from '../../../page-props.ts';

export async function GET(request: Request, { params }: PathProps<'slug'>): Promise<Response> {
  const found = await loadTrustDocument((await params).slug);
  if (found === null) return problemResponse('not_found', platformRefusals.not_found);
  return 'redirect' in found
    ? movedTo(`/authors/${found.redirect}/trust.json`)
    : textFile(request, `${JSON.stringify(found, null, 1)}\n`, 'application/json');
}
