import { noFileResponse } from '#lib/platform/http/file-responses.ts';
import { loadArchive } from '#lib/portal/exports/loaders.ts';
import type { PathProps } from '../../../../page-props.ts';

export async function GET(_: Request, { params }: PathProps<'id'>): Promise<Response> {
  const { id } = await params;
  return (
    (await loadArchive(id)) ??
    noFileResponse('This archive is not available to you. Sign in, open “Data and privacy”, and create an archive.')
  );
}
