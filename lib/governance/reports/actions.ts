'use server';

import { z } from 'zod';
import { invitationRefusals } from '#lib/community/invitations/refusals.ts';
import { type ActionState, actionsWith, redirectTo } from '#lib/platform/action.ts';
import { fileReport, withdrawReport } from './commands/file-report.ts';
import { fileMisuseReport } from './commands/misuse.ts';
import { misuseInput, reportInput } from './model/report.ts';
import { reportRefusals } from './refusals.ts';

const { actAsAnybody, actThenRedirect } = actionsWith({ ...invitationRefusals, ...reportRefusals });

/** Sends a report. Needs no account: who has one can see and withdraw it. */
export async function report(_: ActionState, form: FormData): Promise<ActionState> {
  const outcome = await actAsAnybody(form, reportInput, fileReport);
  if (!outcome.ok) return outcome;
  redirectTo(`${outcome.value.path}/fix?sent=${outcome.value.reportId}`);
}

/** Takes a report of one's own back. */
export async function withdraw(_: ActionState, form: FormData): Promise<ActionState> {
  return actThenRedirect(form, z.object({ reportId: z.string().min(1).max(40) }), withdrawReport, '/me/network?reports=withdrawn');
}

/** Reports what the other side of an invitation has written. */
export async function reportMisuse(_: ActionState, form: FormData): Promise<ActionState> {
  return actThenRedirect(form, misuseInput, fileMisuseReport, '/me/network?reports=sent');
}
