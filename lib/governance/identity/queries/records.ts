import { and, eq, inArray } from 'drizzle-orm';
import { latestSnapshots } from '#lib/catalog/trust/queries/snapshots.ts';
import { isAdmin } from '#lib/platform/audit/roles.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { hasRow } from '#lib/platform/db/rows.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { identityChanges } from '#lib/platform/db/schema/identity.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { levelAtOnce } from '../model/changes.ts';

/** Every ORCID iD that a source gives some records. */
export async function orcidsOf(reader: Reader, keys: readonly number[]): Promise<string[]> {
  const text = "select record_id from author_sources where source = 'orcid' and author_key in $many";
  return (await reader.query<{ record_id: string }>(text, keys)).map(({ record_id }) => record_id);
}

/** The works that a record is on, whatever is said of them: each once. */
export async function worksOn(reader: Reader, authorKey: number): Promise<{ key: number; id: string }[]> {
  const text = `select distinct w.key, w.id from authorships a join works w on w.key = a.work_key where a.author_key = ? order by w.key`;
  return reader.query<{ key: number; id: string }>(text, [], [authorKey]);
}

/**
 * Whether an account owns all of some records, and has shown of each that it is theirs (trust.md: from L3 on). One is not enough: what is
 * held after a notice alone would be at the level of the other once they are one.
 */
export async function mayChangeAtOnce(reader: Reader, actor: Actor, records: readonly { id: string }[]): Promise<boolean> {
  const ids = records.map(({ id }) => id);
  const mine = and(inArray(authors.id, ids), eq(authors.ownerId, actor.accountId), eq(authors.claimState, 'claimed'));
  const rows = await reader.select({ key: authors.key }).from(authors).where(mine);
  if (rows.length < new Set(ids).size) return false;
  const keys = rows.map(({ key }) => key);
  const latest = await latestSnapshots(reader, keys);
  return rows.every(({ key }) => (latest.get(key)?.level ?? 0) >= levelAtOnce);
}

interface Undoable {
  authorId: string;
  otherId: string | null;
  accountId?: string | null;
}

/**
 * Whether an account may undo a change as an owner: it owns one of its records and has shown control of it, or has made the change itself
 * and owns the record still (what it had shown may have left with a work).
 */
export async function mayUndoAsOwner(reader: Reader, actor: Actor, change: Undoable): Promise<boolean> {
  for (const id of [change.authorId, change.otherId]) {
    if (id !== null && (await mayChangeAtOnce(reader, actor, [{ id }]))) return true;
  }
  if (change.accountId === actor.accountId) {
    const mine = and(eq(authors.id, change.authorId), eq(authors.ownerId, actor.accountId), eq(authors.claimState, 'claimed'));
    if (await hasRow(reader, authors, mine)) return true;
  }
  return false;
}

/** The same, or whether it is the operator's. */
export const mayUndo = async (reader: Reader, actor: Actor, change: Undoable): Promise<boolean> =>
  (await mayUndoAsOwner(reader, actor, change)) || (await isAdmin(reader, actor.accountId));

/** The changes of a record that its owner has made themself and that are in force: by their ids. */
export async function ownChanges(reader: Reader, actor: Actor, authorId: string): Promise<Set<string>> {
  const made = and(
    eq(identityChanges.authorId, authorId),
    eq(identityChanges.accountId, actor.accountId),
    eq(identityChanges.state, 'applied'),
  );
  const rows = await reader
    .select({ id: identityChanges.id })
    .from(identityChanges)
    .innerJoin(
      authors,
      and(eq(authors.id, identityChanges.authorId), eq(authors.ownerId, actor.accountId), eq(authors.claimState, 'claimed')),
    )
    .where(made);
  return new Set(rows.map(({ id }) => id));
}
