import { openNotification } from '#lib/community/notifications/loaders.ts';
import { noFileResponse } from '#lib/platform/http/file-responses.ts';
import type { PathProps } from '../../page-props.ts';

/** Marks a notification as read and redirects to its subject. */
export async function GET(_: Request, { params }: PathProps<'id'>): Promise<Response> {
  const path = await openNotification((await params).id);
  if (path === null) return noFileResponse('There is no such notification. Open /notifications for those of your account.');
  const location = path === 'sign-in' ? '/sign-in?problem=not_signed_in&next=%2Fnotifications' : path;
  return new Response(null, { status: 303, headers: { Location: location, 'Cache-Control': 'no-store' } });
}
