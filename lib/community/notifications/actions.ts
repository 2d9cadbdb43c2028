'use server';

import { revalidatePath } from 'next/cache';
import { z } from 'zod';
import { type ActionState, createActions } from '#lib/platform/action.ts';
import { readNotifications } from './commands/notify.ts';
import { updateNotificationSettings } from './commands/settings.ts';
import { notificationSettingsInput } from './model/settings.ts';

const { act, actThenRedirect, redirectingAction } = createActions({});

const readInput = z.object({
  id: z.string().max(40).optional(),
  until: z.iso
    .datetime()
    .transform((text) => new Date(text))
    .optional(),
  back: z.enum(['/me', '/notifications']).default('/notifications'),
});

/** Marks one notification as read in place, or all notifications that the account had when its page was loaded. */
export async function markNotificationsRead(_: ActionState, form: FormData): Promise<ActionState> {
  if (!form.has('id')) return actThenRedirect(form, readInput, readNotifications, (_value, { back }) => `${back}?done=read`);
  const outcome = await act(form, readInput, readNotifications);
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
