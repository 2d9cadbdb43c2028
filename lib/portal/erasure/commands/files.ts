import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { and, eq, like } from 'drizzle-orm';
import { z } from 'zod';
import { sealOfAddress, sealsOfFormerAddresses } from '#lib/community/accounts/queries/former-addresses.ts';
import { pendingChangeOf } from '#lib/community/accounts/queries/pending-change.ts';
import { formerContactsOf } from '#lib/community/accounts/queries/recovery-contacts.ts';
import { rowsOf } from '#lib/platform/db/rows.ts';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import { proofs } from '#lib/platform/db/schema/claims.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { outboxFolder } from '#lib/platform/mail/transport.ts';

/**
 * Returns every email address to which mail for an account was sent: its own, a pending one, current and former recovery contacts, and
 * addresses shown as proofs.
 */
export async function emailAddressesOf(reader: Reader, accountId: string): Promise<string[]> {
  const [account] = await reader.select().from(accounts).where(eq(accounts.id, accountId));
  const addressProofs = await rowsOf(reader, proofs, and(eq(proofs.accountId, accountId), like(proofs.target, '%@%')));
  const pending = await pendingChangeOf(reader, accountId);
  const formerContacts = await formerContactsOf(reader, accountId);
  const addresses = [
    account?.email,
    pending?.address,
    account?.recoveryEmail,
    ...formerContacts,
    ...addressProofs.map(({ target }) => target),
  ];
  return [...new Set(addresses.filter((each) => typeof each === 'string'))];
}

const storedMail = z.object({ to: z.string() });

/** Returns the recipient of a stored mail, to compare with the seals of former addresses, which are not stored in clear. */
function recipientIn(text: string): string | null {
  try {
    return storedMail.parse(JSON.parse(text)).to;
  } catch {
    return null;
  }
}

/** Deletes the account's mails from the outbox folder, which is used if no mail server is set. Archives are rows (data_export_parts). */
export async function eraseOutboxMails(reader: Reader, accountId: string): Promise<void> {
  const addresses = await emailAddressesOf(reader, accountId);
  const formerSeals = new Set(await sealsOfFormerAddresses(reader, accountId));
  if (addresses.length === 0 && formerSeals.size === 0) return;
  const folder = outboxFolder();
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    const path = join(folder, name);
    const text = await readFile(path, 'utf8').catch(() => '');
    const recipient = formerSeals.size > 0 ? recipientIn(text) : null;
    const isFormerAddress = recipient !== null && formerSeals.has(sealOfAddress(recipient));
    if (isFormerAddress || addresses.some((address) => text.includes(JSON.stringify(address)))) await rm(path, { force: true });
  }
}
