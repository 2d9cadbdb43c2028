'use server';

import { scheduleInput } from '#lib/community/notifications/model/digest-schedule.ts';
import { type ActionState, actionsWith, redirectTo } from '#lib/platform/action.ts';
import { setSchedule } from './commands.ts';
import { digestRefusals } from './refusals.ts';

const { act } = actionsWith(digestRefusals);

/** Sets when the digest comes. */
export async function scheduleDigest(_: ActionState, form: FormData): Promise<ActionState> {
  const outcome = await act(form, scheduleInput, setSchedule);
  if (!outcome.ok) return outcome;
  redirectTo('/me/notifications?saved=digest');
}
