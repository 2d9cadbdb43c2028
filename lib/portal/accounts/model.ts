import { z } from 'zod';
import { suspensionReasonCodes } from '#lib/community/accounts/model/suspension.ts';
import { idField } from '#lib/platform/form.ts';
import type { AccountRow } from '#lib/portal/operations/model/operations.ts';

export const accountInput = z.object({ accountId: idField });
export type AccountInput = z.infer<typeof accountInput>;

export const suspensionInput = accountInput.extend({ reason: z.enum(suspensionReasonCodes, 'Choose what fits best.') });
export type SuspensionInput = z.infer<typeof suspensionInput>;

/** An account as its page shows it to admins. */
export interface AccountView extends AccountRow {
  /** Null if the account is not suspended. */
  suspended: { at: Date; reason: string } | null;
  openSessions: number;
  passkeys: number;
  /** When its erasure runs; null if none waits. */
  erasedAt: Date | null;
  /** What the audit log has about it, newest first. */
  entries: { id: string; action: string; at: Date; facts: Record<string, unknown> }[];
}

export type AccountErrorCode =
  | 'not_an_admin'
  | 'passkey_sign_in_needed'
  | 'unknown_account'
  | 'account_of_admin'
  | 'account_suspended'
  | 'account_not_suspended'
  | 'no_erasure';
