'use server';

import { type ActionState, createActions } from '#lib/platform/action.ts';
import { decisionRefusals } from '#lib/portal/decisions/refusals.ts';
import { announce as announceTo, endAnnouncement, retryJob } from './commands.ts';
import { announcementInput, idInput } from './model/operations.ts';
import { operationRefusals } from './refusals.ts';

const { actThenRedirect } = createActions({ ...decisionRefusals, ...operationRefusals });

export async function announce(_: ActionState, form: FormData): Promise<ActionState> {
  return actThenRedirect(form, announcementInput, announceTo, '/admin?announcements=added');
}

export async function removeAnnouncement(_: ActionState, form: FormData): Promise<ActionState> {
  return actThenRedirect(form, idInput, endAnnouncement, '/admin?announcements=ended');
}

export async function retryFailedJob(_: ActionState, form: FormData): Promise<ActionState> {
  return actThenRedirect(form, idInput, retryJob, '/admin?jobs=retried');
}
