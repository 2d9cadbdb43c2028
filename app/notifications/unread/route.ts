import { loadUnread } from '#lib/community/notifications/loaders.ts';
import { problemResponse } from '#lib/platform/problem.ts';
import { platformRefusals } from '#lib/platform/refusals.ts';

/** The number of unread notifications, for the header. */
export async function GET(): Promise<Response> {
  const unread = await loadUnread();
  if (unread === null) return problemResponse('not_signed_in', platformRefusals.not_signed_in);
  return Response.json({ unread }, { headers: { 'Cache-Control': 'no-store' } });
}
