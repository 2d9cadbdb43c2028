import { and, asc, eq, isNull } from 'drizzle-orm';
import { enqueueRecomputation } from '#lib/catalog/authors/commands/mark-changed.ts';
import { logEvent } from '#lib/catalog/trust/commands/log.ts';
import { notify } from '#lib/community/notifications/commands/notify.ts';
import type { SecurityChange } from '#lib/community/notifications/model/account-notifications.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { newId } from '#lib/platform/id.ts';

type SecurityMeasure = 'passkey_added' | 'passkeys_gone' | 'recovery_set' | 'recovery_gone';

/**
 * Appends a security measure to the evidence log of each record that the account owns, and recomputes their trust. The event says only that
 * a passkey or a recovery contact exists, or that it was removed.
 */
export async function logSecurityMeasure(tx: Writer, accountId: string, kind: SecurityMeasure): Promise<void> {
  const isOwned = and(eq(authors.ownerId, accountId), isNull(authors.mergedInto));
  const rows = await tx.select({ id: authors.id }).from(authors).where(isOwned).orderBy(asc(authors.key));
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  await enqueueRecomputation(tx, ids, async () => {
    for (const authorId of ids) await logEvent(tx, { authorId, kind, facts: {} });
  });
}

/**
 * Notifies the account on its page and by email that a sign-in method has changed, so that the owner can react to a change by somebody
 * else.
 */
export const notifySecurityChange = (tx: Writer, accountId: string, change: SecurityChange): Promise<void> =>
  notify(tx, { accountId, kind: 'security_changed', facts: { change, path: '/me/security' }, onceKey: `security_changed:${newId()}` });
