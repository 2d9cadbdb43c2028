import { noFile } from '#lib/platform/http/file-responses.ts';
import { loadArchive } from '#lib/portal/exports/loaders.ts';

interface Context {
  params: Promise<{ id: string }>;
}

export async function GET(_: Request, { params }: Context): Promise<Response> {
  const { id } = await params;
  return (
    (await loadArchive(id)) ?? noFile('This archive is not available to you. Sign in, open “Data and privacy”, and create an archive.')
  );
}
