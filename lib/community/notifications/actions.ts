'use server';

import { createActions } from '#lib/platform/action.ts';
import { updateNotificationSettings } from './commands/settings.ts';
import { notificationSettingsInput } from './model/settings.ts';

const { redirectingAction } = createActions({});

/** Saves the notification settings for each kind. */
export const saveNotificationSettings = redirectingAction(
  notificationSettingsInput,
  updateNotificationSettings,
  '/me/notifications?saved=kinds',
);
