import { loadThreadState } from '#lib/community/invitations/loaders.ts';
import { noFile } from '#lib/platform/http.ts';

interface Context {
  params: Promise<{ id: string }>;
}

/** Changes with every message and with what the other side has read: the thread's page asks whether it has to be drawn again. */
export async function GET(_: Request, { params }: Context): Promise<Response> {
  const state = await loadThreadState((await params).id);
  return state === null ? noFile() : Response.json({ state }, { headers: { 'Cache-Control': 'no-store' } });
}
