'use server';

import { headers } from 'next/headers';
import { z } from 'zod';
import { invitationRefusals } from '#lib/community/invitations/refusals.ts';
import { type ActionState, createActions, readForm, redirectTo } from '#lib/platform/action.ts';
import { transact } from '#lib/platform/db/store.ts';
import { networkOf } from '#lib/platform/http/network.ts';
import { fileReport, withdrawReport } from './commands/file-report.ts';
import { fileMisuseReport } from './commands/misuse.ts';
import { objectByMail } from './commands/object-by-mail.ts';
import { misuseInput, objectionLinkInput, reportInput } from './model/report.ts';
import { reportRefusals } from './refusals.ts';

const { actAsAnybody, formError, redirectingAction } = createActions({ ...invitationRefusals, ...reportRefusals });

/** Files a report. Needs no account, but only an account can see and withdraw its reports. */
export async function fileReportAction(_: ActionState, form: FormData): Promise<ActionState> {
  const outcome = await actAsAnybody(form, reportInput, fileReport);
  if (!outcome.ok) return outcome;
  const { path, reportId, isShown } = outcome.value;
  redirectTo(isShown ? `${path}/fix?sent=${reportId}` : `${path}?reported=1`);
}

/** Uses the button of a mail. Opening the link has no effect; only this action consumes it. */
export async function redeemObjectionLink(_: ActionState, form: FormData): Promise<ActionState> {
  const input = readForm(objectionLinkInput, form);
  if (!input.ok) return formError('objection_link_used', form);
  const network = networkOf(await headers());
  const outcome = await transact((tx) => objectByMail(tx, network, input.value));
  if (!outcome.ok) return formError(outcome.code, form);
  redirectTo('/objection?done=1');
}

/** Withdraws a report of the account. */
export const withdrawReportAction = redirectingAction(
  z.object({ reportId: z.string().min(1).max(40) }),
  withdrawReport,
  '/me/network?reports=withdrawn',
);

/** Reports messages of the other party of an invitation as misuse. */
export const reportMisuse = redirectingAction(misuseInput, fileMisuseReport, '/me/network?reports=sent');
