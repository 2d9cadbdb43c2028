import { textFileResponse } from '#lib/platform/http/file-responses.ts';
import { problemResponse } from '#lib/platform/problem.ts';
import { platformRefusals } from '#lib/platform/refusals.ts';
import { loadLogPage } from '#lib/portal/pages/loaders/trust.ts';

export async function GET(request: Request): Promise<Response> {
  const after = new URL(request.url).searchParams.get('after') ?? '0';
  if (!/^\d{1,9}$/.test(after))
    return problemResponse('invalid_request', platformRefusals.invalid_request, {
      detail: 'Add the number of an event: /trust/log.json?after=500',
    });
  const page = await loadLogPage(Number(after));
  const next = page.next === null ? null : `/trust/log.json?after=${page.next}`;
  return textFileResponse(request, `${JSON.stringify(page, null, 1)}\n`, 'application/json', { next });
}
