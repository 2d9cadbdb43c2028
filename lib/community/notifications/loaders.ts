import { viewer } from '#lib/platform/auth/viewer.ts';
import { reader, transact } from '#lib/platform/db/store.ts';
import { env } from '#lib/platform/env.ts';
import { isFromThisSite } from '#lib/platform/http/csrf.ts';
import { verifyUnsubscribeToken } from '#lib/platform/mail/unsubscribe.ts';
import { readNotifications } from './commands/notify.ts';
import { unsubscribe } from './commands/settings.ts';
import type { Schedule } from './model/digest-schedule.ts';
import type { NotificationFilter } from './model/filter.ts';
import type { NotificationView } from './model/notification.ts';
import { describeUnsubscribeTarget, type KindView, parseUnsubscribeTarget, type UnsubscribeTarget } from './model/settings.ts';
import { notificationPage, notificationPath, unreadCount } from './queries/notifications.ts';
import { notificationSettingsOf, scheduleOf } from './queries/settings.ts';

const pageSize = 40;

/** Returns a page of the viewer's notifications; null if the viewer is not signed in. */
export async function loadNotifications(
  cursor: string | undefined,
  filter: NotificationFilter | null,
): Promise<{ notifications: NotificationView[]; next: string | null; unread: number } | null> {
  const actor = await viewer();
  if (!actor) return null;
  return { ...(await notificationPage(reader(), actor, { cursor, filter, limit: pageSize })), unread: await unreadCount(reader(), actor) };
}

/** Marks a notification as read and returns its path; null if it is not the viewer's own, 'sign-in' if the viewer is not signed in. */
export async function openNotification(id: string): Promise<string | null> {
  const actor = await viewer();
  if (!actor) return 'sign-in';
  const path = await notificationPath(reader(), actor, id);
  if (path !== null) await transact((tx) => readNotifications(tx, actor, { id }));
  return path;
}

interface MailSettings {
  kinds: KindView[];
  digest: Schedule & { nextAt: Date | null };
  /** The address that emails go to; null if none is confirmed. */
  address: string | null;
}

/** Returns the viewer's email and notification settings; null if the viewer is not signed in. */
export async function loadMailChoices(): Promise<MailSettings | null> {
  const actor = await viewer();
  if (!actor) return null;
  return {
    kinds: await notificationSettingsOf(reader(), actor.accountId),
    digest: await scheduleOf(reader(), actor),
    address: actor.emailConfirmed ? actor.email : null,
  };
}

/** Returns what an unsubscribe link ends; null if the link is not from this instance. */
export function loadUnsubscribeTarget(seal: string, of: string | undefined): { target: UnsubscribeTarget; description: string } | null {
  const target = parseUnsubscribeTarget(of);
  return target && verifyUnsubscribeToken(seal, target) !== null ? { target, description: describeUnsubscribeTarget(target) } : null;
}

const plainResponse = (status: number, text: string): Response =>
  new Response(`${text}\n`, { status, headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' } });

/**
 * Answers a POST to an unsubscribe link (RFC 8058), from an email program or from its page. Needs no session: the link authorizes ending
 * what it names, or all emails, and nothing else.
 */
export async function handleUnsubscribe(request: Request, seal: string, of: string): Promise<Response> {
  const form = await request.formData().catch(() => new FormData());
  const unsubscription = loadUnsubscribeTarget(seal, of);
  const token = unsubscription && verifyUnsubscribeToken(seal, unsubscription.target);
  const requestedTarget = form.get('all') === 'yes' ? 'all' : unsubscription?.target;
  const outcome = token && requestedTarget ? await transact((tx) => unsubscribe(tx, { token, target: requestedTarget })) : null;
  const isPage = form.get('List-Unsubscribe') !== 'One-Click' && isFromThisSite(request.headers, env().PUBLIC_URL);
  if (!outcome?.ok)
    return plainResponse(404, 'This link does not work: it was cut short, or belongs to an account that is gone or has another address.');
  if (!isPage) return plainResponse(200, 'You get no more of these emails.');
  const location = `/unsubscribe?${new URLSearchParams({ link: seal, of, done: requestedTarget ?? of })}`;
  return new Response(null, { status: 303, headers: { Location: location, 'Cache-Control': 'no-store' } });
}
