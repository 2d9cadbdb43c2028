import { loadThreadFile } from '#lib/community/invitations/loaders.ts';
import { privateFile } from '#lib/platform/http.ts';
import { problemResponse } from '#lib/platform/problem.ts';
import { platformRefusals } from '#lib/platform/refusals.ts';

interface Context {
  params: Promise<{ id: string }>;
}

export async function GET(_: Request, { params }: Context): Promise<Response> {
  const { id } = await params;
  const file = await loadThreadFile(id);
  return file
    ? privateFile(`${JSON.stringify(file, null, 1)}\n`, 'application/json', `thread-${id}.json`)
    : problemResponse('not_found', platformRefusals.not_found);
}
