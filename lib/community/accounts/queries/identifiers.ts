import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import { accounts, logins } from '#lib/platform/db/schema/accounts.ts';
import { proofs } from '#lib/platform/db/schema/claims.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { sealOfLeavers } from '#lib/platform/keys/seal.ts';
import { sealsOfFormerAddresses } from './former-addresses.ts';

/** Proofs that show an address or an iD, which one person alone has; a page or a domain may be of several. */
const personal = ['institution_email', 'printed_email', 'orcid', 'orcid_employment'];
const addressOrOrcid = /@|^\d{4}-\d{4}-\d{4}-\d{3}[\dX]$/;

/**
 * Seals of what an account has shown to be its own: its confirmed address, those that it has left within
 * a year, its logins elsewhere, and addresses and iDs that it gave as
 * proofs. Not its recovery contact, which may be a friend's mailbox, nor a passkey, which nobody else can meet again.
 * @returns 43 characters of base64url each, in no particular order
 */
export async function identifierSeals(reader: Reader, accountId: string): Promise<string[]> {
  const [account] = await reader
    .select({ email: accounts.email, confirmed: accounts.emailVerified })
    .from(accounts)
    .where(eq(accounts.id, accountId));
  const elsewhere = await reader
    .select({ provider: logins.provider, id: logins.providerAccountId })
    .from(logins)
    .where(eq(logins.userId, accountId));
  const shown = await reader
    .select({ target: proofs.target })
    .from(proofs)
    .where(and(eq(proofs.accountId, accountId), inArray(proofs.kind, personal), isNotNull(proofs.observedAt)));
  const own = [
    ...(account?.email && account.confirmed ? [account.email] : []),
    ...elsewhere.map(({ provider, id }) => (provider === 'orcid' ? id : `${provider} ${id}`)),
    // Some say "account" alone, which is everybody's word for their own address.
    ...shown.map(({ target }) => target).filter((target) => addressOrOrcid.test(target)),
  ];
  const seal = sealOfLeavers();
  return [...new Set([...own.map((each) => seal(each.toLowerCase())), ...(await sealsOfFormerAddresses(reader, accountId))])];
}
