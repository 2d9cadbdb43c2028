import { and, eq, like, sql } from 'drizzle-orm';
import { logins } from '#lib/platform/db/schema/accounts.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { bearsFullName } from '../model/address-names.ts';
import { type ClaimProof, mintProof } from '../model/claim.ts';
import type { FederatedAssertion } from '../model/federated.ts';
import { affiliationsOf, hasNamesakeAt, organisationsAtDomain } from './institutions.ts';
import { provenRecord } from './proven-record.ts';
import { nameVariantsOf } from './record-names.ts';

/** Returns the provider name of an organisation's issuer in `logins`. */
export const federatedProvider = (issuer: string): string => `federated:${issuer}`;

/** Returns the federated logins of an account. */
export async function federatedLoginsOf(reader: Reader, accountId: string): Promise<{ issuer: string; linkedAt: Date | null }[]> {
  const rows = await reader.prepared(federatedLoginsQuery, { accountId });
  return rows.map(({ provider, linkedAt }) => ({ issuer: provider.slice('federated:'.length), linkedAt }));
}

const federatedLoginsQuery = (reader: Reader) =>
  reader
    .select({ provider: logins.provider, linkedAt: logins.linkedAt })
    .from(logins)
    .where(and(eq(logins.userId, sql.placeholder('accountId')), like(logins.provider, 'federated:%')))
    .prepare();

/**
 * Returns the proof by an organisation's login for a record: the organisation in the registry, whether the record names it, and whether the
 * asserted name is one of the record's. If the name does not match or is missing, the login counts no more than a confirmed address there:
 * no assertion and no assurance. Null if there is no such record.
 */
export async function federatedProof(
  reader: Reader,
  accountId: string,
  authorId: string,
  { issuer, names, domains, staffDomains, isBounded, assured }: FederatedAssertion,
): Promise<ClaimProof | null> {
  const record = await provenRecord(reader, authorId);
  if (!record) return null;
  const affiliations = await affiliationsOf(reader, record);
  const organisations: { rorId: string; name: string; domain: string }[] = [];
  for (const domain of domains)
    for (const { rorId, name } of await organisationsAtDomain(reader, domain)) organisations.push({ rorId, name, domain });
  const organisation = organisations.find(({ rorId }) => affiliations.has(rorId)) ?? organisations[0];
  const isNamedSo = bearsFullName(names, await nameVariantsOf(reader, record));
  const evidence = {
    by: 'federated' as const,
    issuer,
    domain: organisation?.domain ?? null,
    rorId: organisation?.rorId ?? null,
    organisation: organisation?.name ?? null,
    atAffiliation: organisation !== undefined && affiliations.has(organisation.rorId),
    asserted: organisation !== undefined && isNamedSo,
    isStaff: organisation !== undefined && staffDomains.includes(organisation.domain),
    isBounded,
    fitsNamesake: organisation !== undefined && (await hasNamesakeAt(reader, record, organisation.rorId)),
    assured: assured && isNamedSo && isBounded,
  };
  return mintProof(evidence, accountId, authorId);
}
