import { and, asc, eq, isNull } from 'drizzle-orm';
import { touchAuthors } from '#lib/catalog/authors/commands/mark-changed.ts';
import { logEvent } from '#lib/catalog/trust/commands/log.ts';
import { notify } from '#lib/community/notifications/commands/notify.ts';
import type { SecurityChange } from '#lib/community/notifications/model/account-notifications.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { newId } from '#lib/platform/id.ts';

type SecurityMeasure = 'passkey_added' | 'passkeys_gone' | 'recovery_set' | 'recovery_gone';

/**
 * Writes a security measure of an account to the evidence log of each record that it owns, and has their trust computed again. An event
 * says that there is a passkey or a recovery contact, and nothing else of it.
 */
export async function logSecurityMeasure(tx: Writer, accountId: string, kind: SecurityMeasure): Promise<void> {
  const owned = and(eq(authors.ownerId, accountId), isNull(authors.mergedInto));
  const rows = await tx.select({ id: authors.id }).from(authors).where(owned).orderBy(asc(authors.key));
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  await touchAuthors(tx, ids, async () => {
    for (const authorId of ids) await logEvent(tx, { authorId, kind, facts: {} });
  });
}

/** Tells the account, on its page and by mail, that a sign-in method has changed: anyone who did not do it can act. */
export const notifySecurityChange = (tx: Writer, accountId: string, change: SecurityChange): Promise<void> =>
  notify(tx, { accountId, kind: 'security_changed', facts: { change, path: '/me/security' }, onceKey: `security_changed:${newId()}` });
