'use server';

import { scheduleInput } from '#lib/community/notifications/model/digest-schedule.ts';
import { createActions } from '#lib/platform/action.ts';
import { setSchedule } from './commands.ts';
import { digestRefusals } from './refusals.ts';

const { redirectingAction } = createActions(digestRefusals);

export const scheduleDigest = redirectingAction(scheduleInput, setSchedule, '/me/notifications?saved=digest');
