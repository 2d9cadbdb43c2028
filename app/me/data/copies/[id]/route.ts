import { noFile } from '#lib/platform/http.ts';
import { loadArchive } from '#lib/portal/exports/loaders.ts';

interface Context {
  params: Promise<{ id: string }>;
}

export async function GET(_: Request, { params }: Context): Promise<Response> {
  const { id } = await params;
  return (await loadArchive(id)) ?? noFile('This copy is not here for you. Sign in, go to “Your data”, and ask for a copy there.');
}
