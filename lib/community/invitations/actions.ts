'use server';

import { revalidatePath } from 'next/cache';
import { authorRefusals } from '#lib/catalog/authors/refusals.ts';
import { asOwner } from '#lib/catalog/ownership/commands/as-owner.ts';
import { proveOwnership } from '#lib/catalog/ownership/queries/ownership.ts';
import { ownershipRefusals } from '#lib/catalog/ownership/refusals.ts';
import { powerRefusals } from '#lib/catalog/powers/refusals.ts';
import { type ActionState, createActions, readForm } from '#lib/platform/action.ts';
import { viewer } from '#lib/platform/auth/viewer.ts';
import { reader } from '#lib/platform/db/store.ts';
import { submittedFields } from '#lib/platform/form.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import { blockOtherParty, muteOtherParty, setAvailability, unblockOtherParty, unmuteOtherParty } from './commands/boundaries.ts';
import { declareCollaboration, endCollaboration } from './commands/collaborations.ts';
import { acceptInvitation, declineInvitation, withdrawInvitation } from './commands/respond.ts';
import { deleteRetainedBlock } from './commands/retained-blocks.ts';
import { invite } from './commands/send.ts';
import { archiveThread, leaveThread, muteThread, postMessage, unarchiveThread, unmuteThread } from './commands/threads.ts';
import { availabilityInput } from './model/availability.ts';
import { declineInput, invitationIdInput, inviteInput, retainedBlockIdInput } from './model/invitation.ts';
import { parseMessage } from './model/markdown.ts';
import type { Preview } from './model/message.ts';
import { messageInput, threadIdInput } from './model/threads.ts';
import { acceptedThreadOf, invitedRecordOf } from './queries/lists.ts';
import { workRefs } from './queries/work-refs.ts';
import { invitationRefusals } from './refusals.ts';

const { act, actThenRedirect, redirectingAction } = createActions({
  ...authorRefusals,
  ...ownershipRefusals,
  ...powerRefusals,
  ...invitationRefusals,
});

/** The state of a form with a preview step. */
export type PreviewState = ActionState | Preview;

/** Sends an invitation, or shows a preview of it if the preview button was pressed. */
export async function sendInvitation(_: PreviewState, form: FormData): Promise<PreviewState> {
  if (form.get('step') === 'preview') {
    const draft = readForm(inviteInput, form);
    if (!draft.ok) return draft;
    const { purpose, expectedTime, link } = draft.value;
    return { ...(await previewOf(form, draft.value.message, draft.value.workIds)), proposal: { purpose, expectedTime, link } };
  }
  return actThenRedirect(form, inviteInput, invite, (value) => `/invitations/${value.invitationId}?done=sent`);
}

/** Posts a message to a thread, or shows a preview of it. */
export async function postMessageAction(_: PreviewState, form: FormData): Promise<PreviewState> {
  if (form.get('step') === 'preview') {
    const draft = readForm(messageInput, form);
    return draft.ok ? previewOf(form, draft.value.body, draft.value.workIds) : draft;
  }
  return actThenRedirect(form, messageInput, postMessage, `/threads/${String(form.get('threadId'))}?done=sent#latest`);
}

/** Returns the preview of a text. Works are resolved only for a signed-in viewer. */
async function previewOf(form: FormData, text: string, workIds: string[]): Promise<Preview> {
  const works = (await viewer()) ? await workRefs(reader(), workIds) : new Map();
  return {
    ok: 'preview',
    typed: submittedFields(form),
    text: parseMessage(text),
    works: workIds.flatMap((id) => works.get(id) ?? []),
    proposal: null,
  };
}

/** Accepts an invitation as the owner of the invited record. */
export const acceptInvitationAction = redirectingAction(
  invitationIdInput,
  async (tx, actor, { invitationId }) => {
    const authorId = await invitedRecordOf(tx, actor, invitationId);
    if (!authorId) return refused('unknown_invitation');
    const owner = await proveOwnership(tx, actor, authorId);
    const outcome = owner ? await acceptInvitation(tx, owner, { invitationId }) : refused('record_released');
    // A form that was sent twice leads to the thread that the first opened.
    const threadId = outcome.ok ? null : await acceptedThreadOf(tx, actor, invitationId);
    return threadId ? done({ threadId }) : outcome;
  },
  ({ threadId }) => `/threads/${threadId}?done=accepted`,
);

/** Declines an invitation. The notifications or the invitation's page, from which it was declined, say so. */
export const declineInvitationAction = redirectingAction(declineInput, declineInvitation, (_value, { invitationId, from }) =>
  from ? '/notifications?done=declined' : `/invitations/${invitationId}?done=declined`,
);

export const withdrawInvitationAction = redirectingAction(
  invitationIdInput,
  withdrawInvitation,
  (_value, { invitationId }) => `/invitations/${invitationId}?done=withdrawn`,
);

/** Deletes a block that was retained after the erasure of the blocked account. */
export const removeRetainedBlock = redirectingAction(retainedBlockIdInput, deleteRetainedBlock, '/me/network?blocks=unblocked');

/** Blocks the other party of an invitation. */
export const blockPerson = redirectingAction(invitationIdInput, blockOtherParty, '/me/network?blocks=blocked');

export const unblockPerson = redirectingAction(invitationIdInput, unblockOtherParty, '/me/network?blocks=unblocked');

/** Mutes or unmutes the other party of an invitation. */
export async function changePersonMute(_: ActionState, form: FormData): Promise<ActionState> {
  const outcome = await act(form, invitationIdInput, form.get('off') ? unmuteOtherParty : muteOtherParty);
  if (!outcome.ok) return outcome;
  for (const page of ['/invitations/[id]', '/threads/[id]', '/me', '/me/network']) revalidatePath(page, 'page');
  return { ok: true };
}

/** Sets whether the owner of a record is open to invitations, for which purposes and from whom. */
export const saveAvailability = redirectingAction(
  availabilityInput,
  asOwner(setAvailability),
  (slug) => `/me/records/${slug}/availability?saved=availability`,
);

/** Actions that affect the viewer's side of a thread, by the value of the button. */
const operations = {
  archive: archiveThread,
  unarchive: unarchiveThread,
  mute: muteThread,
  unmute: unmuteThread,
  leave: leaveThread,
  together: declareCollaboration,
  end: endCollaboration,
} as const;

const isOperation = (word: unknown): word is keyof typeof operations => typeof word === 'string' && Object.hasOwn(operations, word);

export async function changeThread(_: ActionState, form: FormData): Promise<ActionState> {
  const operation = form.get('operation');
  return actThenRedirect(
    form,
    threadIdInput,
    async (tx, actor, input): Promise<Outcome<unknown, keyof typeof invitationRefusals | keyof typeof powerRefusals>> =>
      isOperation(operation) ? operations[operation](tx, actor, input) : refused('unknown_thread'),
    operation === 'archive' || operation === 'leave'
      ? `/messages?done=${operation}`
      : `/threads/${String(form.get('threadId'))}?done=${String(operation)}`,
  );
}
