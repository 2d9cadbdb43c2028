'use server';

import { z } from 'zod';
import { type ActionState, actionsWith, redirectTo } from '#lib/platform/action.ts';
import { readNotifications } from './commands/notify.ts';
import { updateNotificationSettings } from './commands/settings.ts';
import { notificationSettingsInput } from './model/settings.ts';

const { act, actThenRedirect } = actionsWith({});

const readInput = z.object({ id: z.string().max(40).optional(), back: z.enum(['/me', '/notifications']).default('/notifications') });

/** Marks one notice as read, or everything that the account has been told. */
export async function markRead(_: ActionState, form: FormData): Promise<ActionState> {
  const outcome = await act(form, readInput, async (tx, actor, { id, back }) => {
    await readNotifications(tx, actor, { id });
    return { ok: true, value: back };
  });
  if (!outcome.ok) return outcome;
  redirectTo(outcome.value);
}

/** Sets how each kind of notice is heard of. */
export async function chooseKinds(_: ActionState, form: FormData): Promise<ActionState> {
  return actThenRedirect(form, notificationSettingsInput, updateNotificationSettings, '/me/notifications?saved=kinds');
}
