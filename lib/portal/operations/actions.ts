'use server';

import { type ActionState, actionsWith, redirectTo } from '#lib/platform/action.ts';
import { decisionRefusals } from '#lib/portal/decisions/refusals.ts';
import { announce as announceTo, endAnnouncement, retryJob } from './commands.ts';
import { announcementInput, idInput } from './model/operations.ts';
import { operationRefusals } from './refusals.ts';

const { act } = actionsWith({ ...decisionRefusals, ...operationRefusals });

export async function announce(_: ActionState, form: FormData): Promise<ActionState> {
  const outcome = await act(form, announcementInput, announceTo);
  if (!outcome.ok) return outcome;
  redirectTo('/admin#announcements');
}

export async function removeAnnouncement(_: ActionState, form: FormData): Promise<ActionState> {
  const outcome = await act(form, idInput, endAnnouncement);
  if (!outcome.ok) return outcome;
  redirectTo('/admin#announcements');
}

export async function retryFailedJob(_: ActionState, form: FormData): Promise<ActionState> {
  const outcome = await act(form, idInput, retryJob);
  if (!outcome.ok) return outcome;
  redirectTo('/admin#jobs');
}
