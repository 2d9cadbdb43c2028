import { and, eq } from 'drizzle-orm';
import { visibleRecord } from '#lib/catalog/visibility/queries.ts';
import { hasRow } from '#lib/platform/db/rows.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import type { RepositoryHosts } from '../model/targets.ts';
import { organisationOfDomain } from './institutions.ts';
import { linkedRepository, namedDomain, type OrcidAddresses } from './places.ts';
import { provenRecord } from './proven-record.ts';

/** Whether a record exists and is not suppressed. A suppressed record is treated as nonexistent. */
const isVisible = async (reader: Reader, authorId: string): Promise<boolean> => {
  const isVisibleById = and(eq(authors.id, authorId), visibleRecord());
  return hasRow(reader, authors, isVisibleById);
};

type BindingErrorCode =
  | 'unknown_author'
  | 'repository_not_linked'
  | 'domain_not_named'
  | 'shared_domain'
  | 'domain_not_in_registry'
  | 'bad_page';

/** Returns why a target cannot be a proof for a record, checked before a token is issued; null if it can. May query ORCID. */
export async function bindingRefusal(
  reader: Reader,
  authorId: string,
  kind: 'institution_email' | 'printed_email' | 'rel_me' | 'dns' | 'repository',
  target: string,
  probes: { hosts: RepositoryHosts; publicUrl: string; orcidAddresses: OrcidAddresses },
): Promise<BindingErrorCode | null> {
  const record = await provenRecord(reader, authorId);
  if (!record || !(await isVisible(reader, authorId))) return 'unknown_author';
  // Whether an address is printed is revealed only by email to that address.
  if (kind === 'printed_email') return null;
  if (kind === 'rel_me') return new URL(target).host === new URL(probes.publicUrl).host ? 'bad_page' : null;
  const result =
    kind === 'repository'
      ? await linkedRepository(reader, record.key, target, probes.hosts)
      : kind === 'dns'
        ? await namedDomain(reader, record, target, probes.orcidAddresses)
        : await organisationOfDomain(reader, record, target.slice(target.lastIndexOf('@') + 1));
  return result.ok ? null : result.code;
}
