import { eq } from 'drizzle-orm';
import { erasedAccount } from '#lib/platform/auth/erased-account.ts';
import { auditEntries, roles } from '#lib/platform/db/schema/accounts.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { by, contains, deleted, id, type Leaving, of, replaced, type TableLifecycle, within } from '#lib/platform/db/table-lifecycle.ts';

/** Replaces the account id in the audit log: its entries stay, but no longer identify the account. */
async function eraseFromBook(tx: Writer, { accountId }: Leaving): Promise<void> {
  const named = await tx
    .select({ id: auditEntries.id, facts: auditEntries.facts })
    .from(auditEntries)
    .where(contains(auditEntries.facts, accountId));
  for (const entry of named) {
    const facts = JSON.parse(JSON.stringify(entry.facts).replaceAll(accountId, erasedAccount)) as Record<string, unknown>;
    await tx.update(auditEntries).set({ facts }).where(eq(auditEntries.id, entry.id));
  }
  await tx.update(auditEntries).set({ subjectId: erasedAccount }).where(eq(auditEntries.subjectId, accountId));
}

const whole = 'The operator’s book stays whole; it no longer says who.';

export const auditLifecycle: readonly TableLifecycle[] = [
  of(auditEntries, { accountId: id('acts', replaced(whole)), subjectId: within('acts', by(eraseFromBook, replaced(whole))) }),
  of(roles, {
    accountId: id('account', deleted('Nobody is left who could act by it.')),
    grantedBy: id('acts', replaced('Others depend on it; who acted is no longer told.')),
  }),
];
