import { problemResponse } from '#lib/platform/problem.ts';
import { platformRefusals } from '#lib/platform/refusals.ts';
import { loadArchives } from '#lib/portal/exports/loaders.ts';
import { archivesStateKey } from '#lib/portal/exports/model/archive.ts';

/** Serves the state of the account's archives. The page polls it to refresh itself. */
export async function GET(): Promise<Response> {
  const archives = await loadArchives();
  const headers = { 'Cache-Control': 'no-store' };
  return archives
    ? Response.json({ state: archivesStateKey(archives) }, { headers })
    : problemResponse('not_signed_in', platformRefusals.not_signed_in);
}
