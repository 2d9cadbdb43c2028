import { loadThreadState } from '#lib/community/invitations/loaders.ts';
import { problemResponse } from '#lib/platform/problem.ts';
import { platformRefusals } from '#lib/platform/refusals.ts';
import type { PathProps } from '../../../page-props.ts';

/** Changes with every message and with what the other side has read: the thread's page asks whether it has to be drawn again. */
export async function GET(_: Request, { params }: PathProps<'id'>): Promise<Response> {
  const state = await loadThreadState((await params).id);
  return state === null
    ? problemResponse('not_found', platformRefusals.not_found)
    : Response.json({ state }, { headers: { 'Cache-Control': 'no-store' } });
}
