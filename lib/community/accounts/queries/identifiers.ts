import { and, eq, isNotNull } from 'drizzle-orm';
import { orcidForm } from '#lib/catalog/bibliography/identifiers.ts';
import { accounts, logins } from '#lib/platform/db/schema/accounts.ts';
import { proofs } from '#lib/platform/db/schema/claims.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { sealErasedIdentity } from '#lib/platform/keys/seal.ts';
import { sealsOfFormerAddresses } from './former-addresses.ts';

/** An address or an iD, which belongs to one person. A page, a domain or a login's issuer may belong to several. */
const isAddressOrOrcid = (target: string): boolean => /^(?!\w+:\/\/)[^@]*@/.test(target) || orcidForm.test(target);

/**
 * Returns the seals of the identifiers that an account has shown to be its own: its confirmed address, its former addresses of the last
 * year, its logins, and the addresses and iDs of its proofs. Excludes the recovery contact, which may be a friend's mailbox, and passkeys,
 * which another account cannot have.
 * @returns 43 characters of base64url each, in no particular order
 */
export async function identifierSeals(reader: Reader, accountId: string): Promise<string[]> {
  const [account] = await reader
    .select({ email: accounts.email, confirmed: accounts.emailVerified })
    .from(accounts)
    .where(eq(accounts.id, accountId));
  const isOwnLogin = eq(logins.userId, accountId);
  const loginRows = await reader.select({ provider: logins.provider, id: logins.providerAccountId }).from(logins).where(isOwnLogin);
  const isShownProof = and(eq(proofs.accountId, accountId), isNotNull(proofs.observedAt));
  const proofRows = await reader.select({ target: proofs.target }).from(proofs).where(isShownProof);
  const identifiers = [
    ...(account?.email && account.confirmed ? [account.email] : []),
    ...loginRows.map(({ provider, id }) => (provider === 'orcid' ? id : `${provider} ${id}`)),
    // Other targets are pages, domains, logins or only "account": the account's own address.
    ...proofRows.map(({ target }) => target).filter(isAddressOrOrcid),
  ];
  const sealOf = sealErasedIdentity();
  return [...new Set([...identifiers.map((each) => sealOf(each.toLowerCase())), ...(await sealsOfFormerAddresses(reader, accountId))])];
}
