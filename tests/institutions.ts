import { now } from '#lib/platform/clock.ts';
import { affiliations, contexts, organisationDomains, organisations } from '#lib/platform/db/schema/contexts.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { newId } from '#lib/platform/id.ts';

/** Stores an institution of the ROR registry with one domain, and the affiliation text that is matched to it: its name. */
export async function registerInstitution(
  tx: Writer,
  { rorId, name, domain }: { rorId: string; name: string; domain: string },
): Promise<void> {
  const at = now();
  await tx.insert(organisations).values({ rorId, name, status: 'active', updatedAt: at });
  await tx.insert(organisationDomains).values({ domain, rorId });
  const row = { id: newId(), kind: 'institution', slug: rorId, nameKey: `ror ${rorId}`, name, sortName: name, facts: { ror: rorId } };
  const [made] = await tx
    .insert(contexts)
    .values({ ...row, createdAt: at, updatedAt: at })
    .returning({ key: contexts.key });
  await tx.insert(affiliations).values({ text: name, contextKey: made?.key ?? null, rule: 'ror_name' });
}
