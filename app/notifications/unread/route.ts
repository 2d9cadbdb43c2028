import { loadUnread } from '#lib/community/notifications/loaders.ts';

/** How many notices the reader has not read, for the header. */
export async function GET(): Promise<Response> {
  const unread = await loadUnread();
  return Response.json({ unread }, { status: unread === null ? 401 : 200, headers: { 'Cache-Control': 'no-store' } });
}
