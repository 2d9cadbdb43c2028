'use server';

import { headers } from 'next/headers';
import { findAnyRecord, findPublicRecord } from '#lib/catalog/authors/queries/find.ts';
import { authorRefusals } from '#lib/catalog/authors/refusals.ts';
import { ownershipRefusals } from '#lib/catalog/ownership/refusals.ts';
import { opinionsInput } from '#lib/catalog/statements/model/opinions.ts';
import { claimRefusals } from '#lib/governance/claims/refusals.ts';
import { parseSubjectName } from '#lib/governance/reports/model/report.ts';
import { reportRefusals } from '#lib/governance/reports/refusals.ts';
import { type ActionState, createActions, readForm, redirectTo, reloadOnRefusal } from '#lib/platform/action.ts';
import { transactAs, transactAsAnybody } from '#lib/platform/auth/transact-as.ts';
import { viewer } from '#lib/platform/auth/viewer.ts';
import { dayOf } from '#lib/platform/clock.ts';
import { reader, transact } from '#lib/platform/db/store.ts';
import { networkOf } from '#lib/platform/http/network.ts';
import { withdrawProposal } from './commands/lock.ts';
import { objectByMail } from './commands/object-by-mail.ts';
import { stateOpinionsOnWorks } from './commands/opinions.ts';
import { type ProposalResult, proposeMerge, proposePreviewedSplit } from './commands/propose.ts';
import { revertChangeAsActor } from './commands/revert-change.ts';
import { setVisibility } from './commands/visibility.ts';
import { confirmVisibility, requestVisibility } from './commands/visibility-requests.ts';
import { changeIdInput, mergeInput, previewedSplitInput, workSelectionInput } from './model/changes.ts';
import { encodeSelection } from './model/selection-bitmap.ts';
import { objectionLinkInput, visibilityInput, visibilityLinkInput } from './model/visibility.ts';
import { hashOfWorks } from './queries/preview.ts';
import { worksOfAuthor } from './queries/records.ts';
import { identityRefusals } from './refusals.ts';

const { actThenRedirect, formError, redirectingAction } = createActions({
  ...authorRefusals,
  ...ownershipRefusals,
  ...claimRefusals,
  ...reportRefusals,
  ...identityRefusals,
});

const historyUrl = ({ applied, changeId, slug }: ProposalResult): string =>
  `/authors/${slug}/history?${applied ? `done=${changeId}` : 'asked=1'}`;

/** Redirects from the works selected in the workbench to the preview of their split. */
export async function previewSplit(_: ActionState, form: FormData): Promise<ActionState> {
  const input = readForm(workSelectionInput, form);
  if (!input.ok) return input;
  const author = await findPublicRecord(reader(), input.value.authorId);
  if (!author) return formError('unknown_author', form);
  if (input.value.workIds.length === 0) return formError('no_works_chosen', form);
  const list = (await worksOfAuthor(reader(), author.key)).map(({ id }) => id);
  const leave = encodeSelection(list, new Set(input.value.workIds));
  redirectTo(`/authors/${author.slug}/split?${new URLSearchParams({ leave, seen: hashOfWorks(author.id, list) })}`);
}

/** Splits a record, or proposes the split, after its preview. */
export async function splitRecordAction(_: ActionState, form: FormData): Promise<ActionState> {
  const state = await actThenRedirect(form, previewedSplitInput, proposePreviewedSplit, (value) => historyUrl(value));
  return reloadOnRefusal('works_changed', '/authors/[slug]/split', state);
}

/** Merges two records, or proposes the merge, after its preview. */
export async function mergeRecordsAction(_: ActionState, form: FormData): Promise<ActionState> {
  const state = await actThenRedirect(form, mergeInput, proposeMerge, (value) => historyUrl(value));
  return reloadOnRefusal('works_changed', '/authors/[slug]/merge', state);
}

/** Withdraws a proposed merge or split of the account. */
export const withdrawProposalAction = redirectingAction(changeIdInput, withdrawProposal, '/me/network?proposals=withdrawn#proposals');

/** Reverts a merge or split. */
export const revertChangeAction = redirectingAction(
  changeIdInput,
  (tx, actor, { changeId }) => revertChangeAsActor(tx, actor, changeId),
  (value) => `/authors/${value.author}/history?undone=1`,
);

/** Saves the owner's opinions on works of their record. */
export const stateOpinions = redirectingAction(opinionsInput, stateOpinionsOnWorks, ({ slug, stated }, input) => {
  const query = new URLSearchParams(input.query);
  query.set('said', `${stated}`);
  return `/authors/${slug}/review?${query}`;
});

/**
 * Sets how a name is shown: immediately for its owner and the operator. Anybody else files a request, and always gets the same response.
 */
export async function setNameVisibility(_: ActionState, form: FormData): Promise<ActionState> {
  const input = readForm(visibilityInput, form);
  if (!input.ok) return input;
  const actor = await viewer();
  const author = actor && (await findAnyRecord(reader(), parseSubjectName(input.value.record, 'author')));
  if (actor && author) {
    const { wanted } = input.value;
    const result = await transactAs(actor, (tx) => setVisibility(tx, actor, { authorId: author.id, wanted }));
    // An owner without a strong proof may also ask with an address that is printed for them.
    if (result.ok && (result.value.to === wanted || !input.value.email))
      redirectTo(`/visibility?set=${result.value.to}${result.value.to === wanted ? '' : '&wanted=more'}`);
    if (!result.ok && result.code === 'passkey_sign_in_needed') return formError(result.code, form);
  }
  const network = networkOf(await headers());
  const outcome = await transactAsAnybody(actor, (tx) => requestVisibility(tx, network, input.value, actor));
  if (!outcome.ok) return formError(outcome.code, form);
  redirectTo('/visibility?asked=1');
}

/** Uses an emailed link. Opening the link has no effect; only this action consumes it. */
export async function redeemVisibilityLink(_: ActionState, form: FormData): Promise<ActionState> {
  const input = readForm(visibilityLinkInput, form);
  if (!input.ok) return formError('visibility_link_used', form);
  const outcome = await transact((tx) => confirmVisibility(tx, input.value));
  if (!outcome.ok) return formError(outcome.code, form);
  const { wanted, waitsUntil } = outcome.value;
  redirectTo(waitsUntil ? `/visibility?waits=${dayOf(waitsUntil)}` : `/visibility?set=${wanted}`);
}

/** Uses the button “This is wrong” of a mail. Opening the link has no effect; only this action consumes it. */
export async function redeemObjectionLink(_: ActionState, form: FormData): Promise<ActionState> {
  const input = readForm(objectionLinkInput, form);
  if (!input.ok) return formError('objection_link_used', form);
  const network = networkOf(await headers());
  const outcome = await transact((tx) => objectByMail(tx, network, input.value));
  if (!outcome.ok) return formError(outcome.code, form);
  redirectTo('/objection?done=1');
}
