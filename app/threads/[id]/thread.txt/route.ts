import { noFile, privateFile } from '#lib/http.ts';
import { loadThreadFile } from '#lib/invitations/loaders.ts';
import { threadText } from '#lib/invitations/model/threads.ts';

interface Context {
  params: Promise<{ id: string }>;
}

export async function GET(_: Request, { params }: Context): Promise<Response> {
  const { id } = await params;
  const file = await loadThreadFile(id);
  return file ? privateFile(threadText(file), 'text/plain', `thread-${id}.txt`) : noFile();
}
