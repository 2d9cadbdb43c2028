import { noFile, privateFile } from '#lib/http.ts';
import { loadThreadFile } from '#lib/invitations/loaders.ts';

interface Context {
  params: Promise<{ id: string }>;
}

export async function GET(_: Request, { params }: Context): Promise<Response> {
  const { id } = await params;
  const file = await loadThreadFile(id);
  return file ? privateFile(`${JSON.stringify(file, null, 1)}\n`, 'application/json', `thread-${id}.json`) : noFile();
}
