import { eq } from 'drizzle-orm';
import { erasedAccount } from '#lib/platform/auth/erased-account.ts';
import { rowsOf } from '#lib/platform/db/rows.ts';
import { auditEntries, roles } from '#lib/platform/db/schema/accounts.ts';
import {
  accountColumn,
  accountIdColumn,
  containsText,
  deleted,
  type EraseRows,
  erasedBy,
  lifecycleOf,
  replaced,
} from '#lib/platform/db/table-lifecycle.ts';

/** Replaces the account id in the audit log: its entries stay, but no longer identify the account. */
const eraseFromAuditLog: EraseRows = async (tx, { accountId }) => {
  const entries = await rowsOf(tx, auditEntries, containsText(auditEntries.facts, accountId));
  for (const entry of entries) {
    const facts = JSON.parse(JSON.stringify(entry.facts).replaceAll(accountId, erasedAccount)) as Record<string, unknown>;
    await tx.update(auditEntries).set({ facts }).where(eq(auditEntries.id, entry.id));
  }
  await tx.update(auditEntries).set({ subjectId: erasedAccount }).where(eq(auditEntries.subjectId, accountId));
};

const erasureReason = 'The audit log stays complete. It no longer identifies the account.';

export const auditLifecycle = [
  lifecycleOf(auditEntries, {
    accountId: accountIdColumn('acts', replaced(erasureReason)),
    subjectId: accountColumn('acts', erasedBy(eraseFromAuditLog, replaced(erasureReason))),
  }),
  lifecycleOf(roles, {
    accountId: accountIdColumn('account', deleted('The account that had the role no longer exists.')),
    grantedBy: accountIdColumn('acts', replaced('Other people depend on it. It no longer identifies the person who acted.')),
  }),
];
