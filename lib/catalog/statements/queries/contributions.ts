import { and, eq, inArray, isNotNull, like, ne } from 'drizzle-orm';
import { fullyVisibleRecord } from '#lib/catalog/visibility/queries.ts';
import { encodeList, isInList } from '#lib/platform/db/prepared.ts';
import { columnsOf } from '#lib/platform/db/rows.ts';
import { authors, ownerStatements } from '#lib/platform/db/schema/authors.ts';
import { claims } from '#lib/platform/db/schema/claims.ts';
import { authorships } from '#lib/platform/db/schema/works.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { type Credit, type CreditRole, creditedWorkId, creditField, parseRoles } from '../model/contributions.ts';
import { isHidden } from '../model/statement.ts';
import { workKeyOf } from './works.ts';

const { authorId: ofAuthor, accountId: byAccount } = ownerStatements;
const isAcceptedClaim = and(eq(claims.authorId, ofAuthor), eq(claims.accountId, byAccount), eq(claims.state, 'accepted'));

/** Returns the roles that the owner of a record states, by work id; empty if the owner hides them. */
export async function creditsOfAuthor(reader: Reader, id: string): Promise<ReadonlyMap<string, readonly CreditRole[]>> {
  const { field, value } = ownerStatements;
  const rows = await reader
    .select({ field, value, privacy: authors.privacy })
    .from(ownerStatements)
    .innerJoin(authors, eq(authors.id, ofAuthor))
    .innerJoin(claims, isAcceptedClaim)
    .where(and(eq(ofAuthor, id), like(field, creditField('%'))));
  if (rows.some(({ privacy }) => isHidden(privacy, 'credits'))) return new Map();
  return new Map(rows.map((row) => [creditedWorkId(row.field) ?? '', parseRoles(row.value)]));
}

const selectOwned = (reader: Reader) =>
  reader
    .select(columnsOf(authors, 'key', 'id', 'name', 'slug', 'privacy'))
    .from(authors)
    .where(and(isInList(authors.key, 'keys'), fullyVisibleRecord(), isNotNull(authors.ownerId)))
    .prepare();

/** Returns the roles in a work that owners of visible records among its authors state, in the order of the author list. */
export async function creditsOfWork(reader: Reader, workId: string): Promise<Credit[]> {
  const { authorKey, position, state } = authorships;
  const isOfWork = and(eq(authorships.workKey, (await workKeyOf(reader, workId)) ?? 0), ne(state, 'not_mine'));
  const listed = await reader.select({ authorKey }).from(authorships).where(isOfWork).orderBy(position, authorships.key);
  const keys = listed.map((row) => row.authorKey);
  const people = await reader.prepared(selectOwned, { keys: encodeList(keys) });
  people.sort((one, other) => keys.indexOf(one.key) - keys.indexOf(other.key));
  const ids = people.flatMap(({ id, privacy }) => (isHidden(privacy, 'credits') ? [] : [id]));
  if (ids.length === 0) return [];
  const { authorId, field, value, at } = ownerStatements;
  const rows = await reader
    .select({ authorId, value, at })
    .from(ownerStatements)
    .innerJoin(claims, isAcceptedClaim)
    .where(and(inArray(authorId, ids), eq(field, creditField(workId))));
  const statementsByAuthor = new Map(rows.map((row) => [row.authorId, row]));
  return people.flatMap(({ id, name, slug }) => {
    const row = statementsByAuthor.get(id);
    const roles = row ? parseRoles(row.value) : [];
    statementsByAuthor.delete(id);
    return row && roles.length > 0 ? [{ name, slug, roles, since: row.at }] : [];
  });
}
