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
import { careerInput } from '#lib/catalog/statements/model/career.ts';
import { creditInput, noteInput } from '#lib/catalog/statements/model/contributions.ts';
import { addressInput, photoInput, pinInput, privacyInput, statementsInput } from '#lib/catalog/statements/model/statement.ts';
import { type ActionState, createActions, reloadOnRefusal } from '#lib/platform/action.ts';

const { actThenRedirect } = createActions(ownershipRefusals);

const savedPathOf = (section: string) => (slug: string) => `/me/records/${slug}?saved=${section}#${section}`;

const readAgainOnConflict = (state: ActionState): ActionState => reloadOnRefusal('edit_conflict', '/me/records/[slug]', state);

export async function saveStatements(_: ActionState, form: FormData): Promise<ActionState> {
  return readAgainOnConflict(await actThenRedirect(form, statementsInput, asOwner(editOwnRecord), savedPathOf('about')));
}

export async function saveCareer(_: ActionState, form: FormData): Promise<ActionState> {
  return readAgainOnConflict(await actThenRedirect(form, careerInput, asOwner(editCareer), savedPathOf('career')));
}

export async function saveCredit(_: ActionState, form: FormData): Promise<ActionState> {
  return actThenRedirect(form, creditInput, asOwner(setCredit), savedPathOf('credits'));
}

export async function saveNote(_: ActionState, form: FormData): Promise<ActionState> {
  return actThenRedirect(form, noteInput, asOwner(setNote), savedPathOf('pinned'));
}

export async function removePhoto(_: ActionState, form: FormData): Promise<ActionState> {
  return actThenRedirect(
    form,
    photoInput,
    asOwner((tx, owner) => setPhoto(tx, owner, null)),
    savedPathOf('photo'),
  );
}

export async function savePin(_: ActionState, form: FormData): Promise<ActionState> {
  return actThenRedirect(form, pinInput, asOwner(pinWork), savedPathOf('pinned'));
}

export async function savePrivacy(_: ActionState, form: FormData): Promise<ActionState> {
  return actThenRedirect(form, privacyInput, asOwner(setPrivacy), savedPathOf('privacy'));
}

export async function disableOldAddress(_: ActionState, form: FormData): Promise<ActionState> {
  return actThenRedirect(form, addressInput, asOwner(disableAddress), savedPathOf('addresses'));
}

export async function enableOldAddress(_: ActionState, form: FormData): Promise<ActionState> {
  return actThenRedirect(form, addressInput, asOwner(enableAddress), savedPathOf('addresses'));
}

/** Hides or shows the indicators of the viewer's own record. */
export async function saveIndicatorsHidden(_: ActionState, form: FormData): Promise<ActionState> {
  return actThenRedirect(form, indicatorsHiddenInput, asOwner(setIndicatorsHidden), savedPathOf('indicators'));
}
