'use server';

import { indicatorsHiddenInput } from '#lib/catalog/indicators/model/indicator.ts';
import { asOwner } from '#lib/catalog/ownership/commands/as-owner.ts';
import { editCareer } from '#lib/catalog/ownership/commands/edit-career.ts';
import { setCredit, setNote } from '#lib/catalog/ownership/commands/edit-contributions.ts';
import { setPhoto } from '#lib/catalog/ownership/commands/edit-photo.ts';
import {
  disableAddress,
  editOwnRecord,
  enableAddress,
  pinWork,
  setIndicatorsHidden,
  setPrivacy,
} from '#lib/catalog/ownership/commands/edit-record.ts';
import { ownershipRefusals } from '#lib/catalog/ownership/refusals.ts';
import { powerRefusals } from '#lib/catalog/powers/refusals.ts';
import { careerInput } from '#lib/catalog/statements/model/career.ts';
import { creditInput, noteInput } from '#lib/catalog/statements/model/contributions.ts';
import {
  addressInput,
  missingPartsInput,
  photoInput,
  pinInput,
  privacyInput,
  statementsInput,
} from '#lib/catalog/statements/model/statement.ts';
import { purposesInput } from '#lib/community/invitations/model/availability.ts';
import { type ActionState, createActions, reloadOnRefusal } from '#lib/platform/action.ts';
import { addProfileParts } from '../commands.ts';

const { actThenRedirect, redirectingAction } = createActions({ ...ownershipRefusals, ...powerRefusals });

const savedPathOf = (part: string) => (slug: string) => `/me/records/${slug}/${part}?saved=${part}`;

const readAgainOnConflict = (state: ActionState): ActionState => reloadOnRefusal('edit_conflict', '/me/records/[slug]/[part]', state);

export async function saveStatements(_: ActionState, form: FormData): Promise<ActionState> {
  return readAgainOnConflict(await actThenRedirect(form, statementsInput, asOwner(editOwnRecord), savedPathOf('about')));
}

/** Saves what a claimed profile still lacks, from the page of the claim. */
export const completeProfile = redirectingAction(
  missingPartsInput.extend(purposesInput.shape),
  asOwner(addProfileParts),
  (slug) => `/claim/${slug}?done=completed`,
);

export async function saveCareer(_: ActionState, form: FormData): Promise<ActionState> {
  return readAgainOnConflict(await actThenRedirect(form, careerInput, asOwner(editCareer), savedPathOf('career')));
}

export const saveCredit = redirectingAction(creditInput, asOwner(setCredit), savedPathOf('credits'));

export const saveNote = redirectingAction(noteInput, asOwner(setNote), savedPathOf('pinned'));

export const removePhoto = redirectingAction(
  photoInput,
  asOwner((tx, owner) => setPhoto(tx, owner, null)),
  savedPathOf('picture'),
);

export const savePin = redirectingAction(pinInput, asOwner(pinWork), savedPathOf('pinned'));

export const savePrivacy = redirectingAction(privacyInput, asOwner(setPrivacy), savedPathOf('privacy'));

export const disableOldAddress = redirectingAction(addressInput, asOwner(disableAddress), savedPathOf('addresses'));

export const enableOldAddress = redirectingAction(addressInput, asOwner(enableAddress), savedPathOf('addresses'));

/** Hides or shows the indicators of the viewer's own record. */
export const saveIndicatorsHidden = redirectingAction(indicatorsHiddenInput, asOwner(setIndicatorsHidden), savedPathOf('privacy'));
