import { loadThreadState } from '#lib/community/invitations/loaders.ts';
import { problemResponse } from '#lib/platform/problem.ts';
import { platformRefusals } from '#lib/platform/refusals.ts';
import type { PathProps } from '../../../page-props.ts';

/** Serves a state that changes with each message and each read receipt. The page of the thread polls it to refresh itself. */
export async function GET(_: Request, { params }: PathProps<'id'>): Promise<Response> {
  const state = await loadThreadState((await params).id);
  return state === null
    ? problemResponse('not_found', platformRefusals.not_found)
    : Response.json({ state }, { headers: { 'Cache-Control': 'no-store' } });
}
