'use server';

import { z } from 'zod';
import { invitationRefusals } from '#lib/community/invitations/refusals.ts';
import { type ActionState, createActions, redirectTo } from '#lib/platform/action.ts';
import { fileReport, withdrawReport } from './commands/file-report.ts';
import { fileMisuseReport } from './commands/misuse.ts';
import { misuseInput, reportInput } from './model/report.ts';
import { reportRefusals } from './refusals.ts';

const { actAsAnybody, redirectingAction } = createActions({ ...invitationRefusals, ...reportRefusals });

/** Files a report. Needs no account, but only an account can see and withdraw its reports. */
export async function fileReportAction(_: ActionState, form: FormData): Promise<ActionState> {
  const outcome = await actAsAnybody(form, reportInput, fileReport);
  if (!outcome.ok) return outcome;
  const { path, reportId, isShown } = outcome.value;
  redirectTo(isShown ? `${path}/fix?sent=${reportId}` : `${path}?reported=1`);
}

/** Withdraws a report of the account. */
export const withdrawReportAction = redirectingAction(
  z.object({ reportId: z.string().min(1).max(40) }),
  withdrawReport,
  '/me/network?reports=withdrawn',
);

/** Reports messages of the other party of an invitation as misuse. */
export const reportMisuse = redirectingAction(misuseInput, fileMisuseReport, '/me/network?reports=sent');
