'use server';

import { revalidatePath } from 'next/cache';
import { z } from 'zod';
import { type ActionState, createActions } from '#lib/platform/action.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { done } from '#lib/platform/outcome.ts';
import { readNotifications } from './commands/notify.ts';
import { updateNotificationSettings } from './commands/settings.ts';
import { notificationSettingsInput } from './model/settings.ts';

const { act, actThenRedirect, redirectingAction } = createActions({});

const readInput = z.object({ id: z.string().max(40).optional(), back: z.enum(['/me', '/notifications']).default('/notifications') });

/** Marks one notification as read in place, or all notifications of the account. */
export async function markNotificationsRead(_: ActionState, form: FormData): Promise<ActionState> {
  const markAsRead = async (tx: Writer, actor: Actor, { id }: { id?: string | undefined }) =>
    done(await readNotifications(tx, actor, { id }));
  if (!form.has('id')) return actThenRedirect(form, readInput, markAsRead, (_value, { back }) => `${back}?done=read`);
  const outcome = await act(form, readInput, markAsRead);
  if (!outcome.ok) return outcome;
  revalidatePath('/notifications');
  return { ok: true };
}

/** Saves the notification settings for each kind. */
export const saveNotificationSettings = redirectingAction(
  notificationSettingsInput,
  updateNotificationSettings,
  '/me/notifications?saved=kinds',
);
