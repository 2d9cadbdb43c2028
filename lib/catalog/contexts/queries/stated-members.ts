import { and, eq, sql } from 'drizzle-orm';
import { authorCardColumns, toAuthorCard } from '#lib/catalog/authors/queries/lists.ts';
import { controlLevel } from '#lib/catalog/powers/model.ts';
import { latestSnapshots } from '#lib/catalog/trust/queries/snapshots.ts';
import { fullyVisibleRecord } from '#lib/catalog/visibility/queries.ts';
import { isAnyOf } from '#lib/platform/db/prepared.ts';
import { columnsOf, keysOf } from '#lib/platform/db/rows.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { proofs } from '#lib/platform/db/schema/claims.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { splitAffiliation } from '../model/affiliations.ts';
import type { StatedMember } from '../model/context.ts';
import { contextKey } from '../model/names.ts';
import type { ContextRow } from './contexts.ts';

const maxMembers = 50;

/**
 * Returns the owners who state that they work at an institution, by name: those who have confirmed an address or login there, and those who have
 * proved control of their profile. Nobody else's statement is shown on the page of an institution.
 */
export async function statedMembersOf(reader: Reader, { kind, facts, name: ownName, nameKey }: ContextRow): Promise<StatedMember[]> {
  if (kind !== 'institution') return [];
  const isHere = ({ name, rorId }: { name: string; rorId?: string }): boolean =>
    facts.ror ? rorId === facts.ror : splitAffiliation(name).some((part) => contextKey('institution', part) === nameKey);
  // Only what names the institution is read, so that other statements do not change the page.
  const written = facts.ror ? `%"rorid":"${facts.ror}"%` : `%"name":${JSON.stringify(ownName.toLowerCase())}%`;
  const named = await reader
    .select(columnsOf(authors, 'key', 'affiliation'))
    .from(authors)
    .where(
      and(sql`${authors.claimState} = 'claimed'`, fullyVisibleRecord(), sql`lower(cast(${authors.affiliation} as text)) like ${written}`),
    )
    .orderBy(authors.key);
  const keys = keysOf(named.filter(({ affiliation }) => affiliation?.source === 'owner' && isHere(affiliation)));
  if (keys.length === 0) return [];
  const stating = await reader
    .select({ ...authorCardColumns, id: authors.id })
    .from(authors)
    .where(isAnyOf(authors.key, keys))
    .orderBy(authors.listName, authors.key);
  const levels = await latestSnapshots(reader, keysOf(stating));
  const confirmed = await selectConfirmedAddresses(
    reader,
    stating.map(({ id }) => id),
    facts.ror,
  );
  return stating
    .flatMap((row): StatedMember[] => {
      const by = confirmed.has(row.id) ? 'address' : (levels.get(row.key)?.level ?? 0) >= controlLevel ? 'control' : null;
      return by ? [{ person: toAuthorCard(row), by }] : [];
    })
    .slice(0, maxMembers);
}

/** Returns the records whose owners have confirmed an address or a login at an organisation of the registry. */
async function selectConfirmedAddresses(reader: Reader, ids: readonly string[], rorId: string | undefined): Promise<Set<string>> {
  if (rorId === undefined) return new Set();
  const isValid = and(eq(proofs.family, 'institution'), eq(proofs.state, 'valid'), isAnyOf(proofs.authorId, ids));
  const rows = await reader
    .select(columnsOf(proofs, 'authorId', 'facts'))
    .from(proofs)
    .where(isValid);
  return new Set(rows.filter(({ facts }) => facts.rorId === rorId).map(({ authorId }) => authorId));
}
