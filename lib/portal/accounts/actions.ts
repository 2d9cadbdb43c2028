'use server';

import { accountRefusals } from '#lib/community/accounts/refusals.ts';
import { createActions } from '#lib/platform/action.ts';
import { decisionRefusals } from '#lib/portal/decisions/refusals.ts';
import { erasureRefusals } from '#lib/portal/erasure/refusals.ts';
import { endSessionsOfAccount, keepAccount, lift, suspend } from './commands.ts';
import { type AccountInput, accountInput, suspensionInput } from './model.ts';

const { redirectingAction } = createActions({ ...accountRefusals, ...decisionRefusals, ...erasureRefusals });

const accountPage = (done: string) => (_: unknown, input: AccountInput) => `/admin/accounts/${input.accountId}?done=${done}`;

export const suspendAccount = redirectingAction(suspensionInput, suspend, accountPage('suspended'));

export const liftSuspension = redirectingAction(accountInput, lift, accountPage('lifted'));

export const endAccountSessions = redirectingAction(accountInput, endSessionsOfAccount, accountPage('ended'));

export const cancelAccountErasure = redirectingAction(accountInput, keepAccount, accountPage('kept'));
