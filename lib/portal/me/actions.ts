'use server';

import { cookies } from 'next/headers';
import { z } from 'zod';
import { cancelAddressChange } from '#lib/community/accounts/commands/address-change.ts';
import { removeRecoveryContact, requestConfirmation } from '#lib/community/accounts/commands/addresses.ts';
import { renameAccount } from '#lib/community/accounts/commands/display-name.ts';
import { requirePasskey } from '#lib/community/accounts/commands/passkey-requirement.ts';
import { renamePasskey, revokePasskey } from '#lib/community/accounts/commands/passkeys.ts';
import { cancelRecovery } from '#lib/community/accounts/commands/recovery.ts';
import { endOneSession, endOtherSessions } from '#lib/community/accounts/commands/sessions.ts';
import {
  addressInput,
  federatedIdInput,
  nameInput,
  passkeyIdInput,
  passkeyRequirementInput,
  renamePasskeyInput,
  sessionIdInput,
} from '#lib/community/accounts/model/account.ts';
import { erasureInput } from '#lib/community/accounts/model/erasure.ts';
import { signInMethodRefusal } from '#lib/community/accounts/queries/passkeys.ts';
import { accountRefusals } from '#lib/community/accounts/refusals.ts';
import { unlinkFederatedLogin } from '#lib/governance/claims/commands/federated.ts';
import { claimRefusals } from '#lib/governance/claims/refusals.ts';
import { type ActionState, createActions, readForm, redirectTo } from '#lib/platform/action.ts';
import { cookieOptions } from '#lib/platform/auth/cookies.ts';
import { recentSignInRefusal } from '#lib/platform/auth/reauthentication.ts';
import type { OpenSession } from '#lib/platform/auth/sessions.ts';
import { transactAs } from '#lib/platform/auth/transact-as.ts';
import { viewerSession } from '#lib/platform/auth/viewer.ts';
import { reader } from '#lib/platform/db/store.ts';
import { env } from '#lib/platform/env.ts';
import { emailAddress } from '#lib/platform/mail/address.ts';
import { refused } from '#lib/platform/outcome.ts';
import { cancelErasure, requestErasure } from '#lib/portal/erasure/commands/request.ts';
import { erasureRefusals } from '#lib/portal/erasure/refusals.ts';
import { firstStepsSkippedCookie } from './model.ts';

const { actThenRedirect, formError, redirectingAction } = createActions({ ...accountRefusals, ...claimRefusals, ...erasureRefusals });

export const saveDisplayName = redirectingAction(nameInput, renameAccount, '/me?saved=name#account');

const yearSeconds = 365 * 24 * 60 * 60;

/** Hides the first steps in this browser. */
export async function skipFirstSteps(): Promise<void> {
  const { PUBLIC_URL } = env();
  (await cookies()).set(firstStepsSkippedCookie, '1', { ...cookieOptions(PUBLIC_URL), maxAge: yearSeconds });
  redirectTo('/me?done=skipped');
}

const securityPath = '/me/security';
const noInput = z.object({});

/** Creates a server action that requires a recent sign-in. */
const recentSignInAction =
  (run: (form: FormData, session: OpenSession) => Promise<ActionState>) =>
  async (_: ActionState, form: FormData): Promise<ActionState> => {
    const session = await viewerSession();
    const refusal = recentSignInRefusal(session);
    return refusal || !session ? formError(refusal ?? 'not_signed_in', form) : run(form, session);
  };

export const renamePasskeyAction = redirectingAction(renamePasskeyInput, renamePasskey, `${securityPath}?saved=passkey-renamed`);

/** Unlinks an organisation's login. It does not sign anybody in, so no recent sign-in is required. */
export const disconnectFederatedLogin = redirectingAction(
  federatedIdInput,
  async (tx, actor, { login }) => {
    const issuer = env().FEDERATED_LOGINS.find(({ id }) => id === login)?.issuer;
    return issuer ? unlinkFederatedLogin(tx, actor, { issuer }) : refused('federated_not_linked');
  },
  `${securityPath}?saved=federated-gone`,
);

/**
 * Revokes a passkey; requires a recent sign-in. If the account requires passkeys, revoking its last one requires a sign-in with a passkey.
 */
export const removePasskey = recentSignInAction((form, { id: keep }) =>
  actThenRedirect(
    form,
    passkeyIdInput,
    (tx, actor, { passkeyId }) => revokePasskey(tx, actor, { passkeyId, keep }),
    `${securityPath}?saved=passkey`,
  ),
);

/** Sets whether the account can be signed in to with passkeys only. */
export const setPasskeyRequirement = redirectingAction(
  passkeyRequirementInput,
  requirePasskey,
  `${securityPath}?saved=passkey-requirement`,
);

/** Ends another session; requires a recent sign-in. The current session ends by signing out. */
export const endSession = recentSignInAction((form) =>
  actThenRedirect(form, sessionIdInput, endOneSession, `${securityPath}?saved=session`),
);

/** Ends all other sessions; requires a recent sign-in. */
export const endSessions = recentSignInAction((form, { id }) =>
  actThenRedirect(form, noInput, (tx, actor) => endOtherSessions(tx, actor, id ?? ''), `${securityPath}?saved=session`),
);

/** Sends a confirmation link to a new email address or recovery contact; requires a recent sign-in. */
export async function addAddress(_: ActionState, form: FormData): Promise<ActionState> {
  const input = readForm(addressInput, form);
  if (!input.ok) return input;
  const session = await viewerSession();
  const refusal = input.value.purpose === 'email' ? await signInMethodRefusal(reader(), session) : recentSignInRefusal(session);
  if (refusal || !session) return formError(refusal ?? 'not_signed_in', form);
  const address = emailAddress(input.value.address);
  if (!address.ok) return formError(address.code, form, { field: 'address' });
  const { purpose } = input.value;
  const outcome = await transactAs(session.actor, (tx) => requestConfirmation(tx, session.actor, { purpose, address: address.value }));
  if (!outcome.ok) return formError(outcome.code, form);
  redirectTo(`${securityPath}?saved=asked`);
}

/** Removes the recovery contact; requires a recent sign-in, like adding one. */
export const removeRecoveryContactAction = recentSignInAction((form) =>
  actThenRedirect(form, noInput, removeRecoveryContact, `${securityPath}?saved=gone`),
);

/** Cancels a pending change of the email address, from any session. */
export const cancelAddressChangeAction = redirectingAction(noInput, cancelAddressChange, `${securityPath}?saved=address-stopped`);

/** Cancels a pending recovery, from any session. */
export const cancelRecoveryAction = redirectingAction(noInput, cancelRecovery, `${securityPath}?saved=stopped`);

const dataPath = '/me/data';

/** Schedules the erasure of the account; requires a recent sign-in and the typed confirmation. */
export const requestErasureAction = recentSignInAction((form) =>
  actThenRedirect(form, erasureInput, requestErasure, `${dataPath}?saved=erasure#erasure`),
);

/** Cancels a scheduled erasure, from any session of the account. */
export const cancelErasureAction = redirectingAction(noInput, cancelErasure, `${dataPath}?saved=kept#erasure`);
