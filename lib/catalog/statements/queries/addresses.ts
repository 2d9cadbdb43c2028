import { and, eq, inArray } from 'drizzle-orm';
import { encodeList, isInList } from '#lib/platform/db/prepared.ts';
import { ownerStatements } from '#lib/platform/db/schema/authors.ts';
import { claims } from '#lib/platform/db/schema/claims.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { type EarlierAddress, parseDisabledAddresses } from '../model/statement.ts';

const earlierSlugsQuery = `with recursive family(key) as (
    select key from authors where id = ? union select a.key from authors a join family f on a.merged_into = f.key)
  select s.slug from author_slugs s join family f on f.key = s.author_key join authors own on own.id = ?
  where s.slug <> own.slug order by s.slug`;

/** Returns the addresses that the owners of some records have disabled. They stay disabled while the claim is suspended. */
export async function selectDisabledAddresses(reader: Reader, authorIds: readonly string[]): Promise<Set<string>> {
  const rows = await reader.prepared(selectDisabled, { authorIds: encodeList(authorIds) });
  return new Set(rows.flatMap(({ value }) => parseDisabledAddresses(value)));
}

const selectDisabled = (reader: Reader) => {
  const { value, field, authorId, accountId } = ownerStatements;
  const isOwners = and(eq(claims.authorId, authorId), eq(claims.accountId, accountId), inArray(claims.state, ['accepted', 'suspended']));
  return reader
    .select({ value })
    .from(ownerStatements)
    .innerJoin(claims, isOwners)
    .where(and(eq(field, 'stopped'), isInList(authorId, 'authorIds')))
    .prepare();
};

/** Returns the earlier addresses of a record, including those of records merged into it. */
export async function earlierAddressesOf(reader: Reader, authorId: string): Promise<EarlierAddress[]> {
  const rows = await reader.query<{ slug: string }>(earlierSlugsQuery, [], [authorId, authorId]);
  const disabled = await selectDisabledAddresses(reader, [authorId]);
  return rows.map(({ slug }) => ({ slug, isDisabled: disabled.has(slug) }));
}
