import { loadThreadFile } from '#lib/community/invitations/loaders.ts';
import { formatThread } from '#lib/community/invitations/model/threads.ts';
import { missingFileResponse, privateFileResponse } from '#lib/platform/http/file-responses.ts';
import type { PathProps } from '../../../page-props.ts';

export async function GET(_: Request, { params }: PathProps<'id' | 'file'>): Promise<Response> {
  const { id, file } = await params;
  const thread = file === 'thread.json' || file === 'thread.txt' ? await loadThreadFile(id) : null;
  if (thread === null) return missingFileResponse(file);
  return file === 'thread.txt'
    ? privateFileResponse(formatThread(thread), 'text/plain', `thread-${id}.txt`)
    : privateFileResponse(`${JSON.stringify(thread, null, 1)}\n`, 'application/json', `thread-${id}.json`);
}
