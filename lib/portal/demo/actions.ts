'use server';

import { claimIdInput } from '#lib/governance/claims/model/claim.ts';
import { claimRefusals } from '#lib/governance/claims/refusals.ts';
import { type ActionState, createActions } from '#lib/platform/action.ts';
import { endNoticeForDemo } from './commands.ts';
import { isDemoOpen } from './loaders.ts';
import { demoRefusals } from './refusals.ts';

const { actThenRedirect, formError } = createActions({ ...claimRefusals, ...demoRefusals });

/** Ends the public notice of the viewer's own claim immediately. Works only in a local demo. */
export async function endNoticeNow(_: ActionState, form: FormData): Promise<ActionState> {
  if (!(await isDemoOpen())) return formError('demo_unavailable', form);
  return actThenRedirect(form, claimIdInput, endNoticeForDemo, ({ slug }) => `/claim/${slug}?accepted=1`);
}
