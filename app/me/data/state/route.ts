import { problemResponse } from '#lib/platform/problem.ts';
import { platformRefusals } from '#lib/platform/refusals.ts';
import { loadOwnData } from '#lib/portal/exports/loaders.ts';
import { archivesState } from '#lib/portal/exports/model/archive.ts';

/** How far the copies of one's own data are: their page asks whether it has to be drawn again. */
export async function GET(): Promise<Response> {
  const data = await loadOwnData();
  const headers = { 'Cache-Control': 'no-store' };
  return data
    ? Response.json({ state: archivesState(data.copies) }, { headers })
    : problemResponse('not_signed_in', platformRefusals.not_signed_in);
}
