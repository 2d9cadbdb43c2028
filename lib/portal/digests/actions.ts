'use server';

import { scheduleInput } from '#lib/community/notifications/model/digest-schedule.ts';
import { type ActionState, createActions } from '#lib/platform/action.ts';
import { setSchedule } from './commands.ts';
import { digestRefusals } from './refusals.ts';

const { actThenRedirect } = createActions(digestRefusals);

export async function scheduleDigest(_: ActionState, form: FormData): Promise<ActionState> {
  return actThenRedirect(form, scheduleInput, setSchedule, '/me/notifications?saved=digest');
}
