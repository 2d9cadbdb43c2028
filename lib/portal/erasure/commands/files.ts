import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { and, eq, like } from 'drizzle-orm';
import { pendingChangeOf } from '#lib/community/accounts/queries/pending-change.ts';
import { leftContactsOf } from '#lib/community/accounts/queries/recovery-contacts.ts';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import { proofs } from '#lib/platform/db/schema/claims.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { outboxFolder } from '#lib/platform/mail/transport.ts';

/**
 * Every address to which mail has gone for an account: its own, the next one, the recovery contact's and those before it, and those that
 * it has shown as proofs.
 */
export async function addressesOf(reader: Reader, accountId: string): Promise<string[]> {
  const [account] = await reader.select().from(accounts).where(eq(accounts.id, accountId));
  const shown = await reader
    .select({ target: proofs.target })
    .from(proofs)
    .where(and(eq(proofs.accountId, accountId), like(proofs.target, '%@%')));
  const pending = await pendingChangeOf(reader, accountId);
  const left = await leftContactsOf(reader, accountId);
  const found = [account?.email, pending?.address, account?.recoveryEmail, ...left, ...shown.map(({ target }) => target)];
  return [...new Set(found.filter((each) => typeof each === 'string'))];
}

/** Removes mails to an account that this instance has kept in a folder for want of a mail server. Its copies are rows (data_export_parts). */
export async function eraseFiles(reader: Reader, accountId: string): Promise<void> {
  const addresses = await addressesOf(reader, accountId);
  if (addresses.length === 0) return;
  const folder = outboxFolder();
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    const path = join(folder, name);
    const text = await readFile(path, 'utf8').catch(() => '');
    if (addresses.some((address) => text.includes(JSON.stringify(address)))) await rm(path, { force: true });
  }
}
