import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { visibleRecordText } from '#lib/catalog/visibility/queries.ts';
import { now } from '#lib/platform/clock.ts';
import { changingRows } from '#lib/platform/db/changes.ts';
import { authorNames, authorSlugs, authors } from '#lib/platform/db/schema/authors.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { newId } from '#lib/platform/id.ts';
import { enqueue } from '#lib/platform/jobs/queue.ts';
import { slugBase, sortName } from '#lib/platform/names/name-key.ts';

export interface NewAuthor {
  name: string;
  kind: 'person' | 'organisation';
  /** It is a created profile, or somebody whom one names. */
  unlisted?: boolean;
}

/**
 * Makes author records with random permanent ids and free slugs (name, name-2, name-3 …).
 * The caller holds 'authors', so that nobody else takes a slug meanwhile.
 * @returns their keys, in the order given
 */
export async function createAuthors(tx: Writer, made: readonly NewAuthor[]): Promise<number[]> {
  if (made.length === 0) return [];
  const names = made.map(({ name }) => slugBase(name));
  const slugs = await freeSlugs(tx, names);
  const at = now();
  const ids = made.map(() => newId());
  const rows = await tx.bulkInsert<{ key: number; id: string }>({
    table: 'authors',
    columns: ['id', 'slug', 'kind', 'name', 'sort_name', 'visibility', 'listed_as', 'sources', 'flags', 'created_at', 'updated_at'],
    rows: made.map(({ name, kind, unlisted }, each) => [
      ...[ids[each], slugs[each], kind, name, sortName(name), unlisted ? 'unlisted' : 'visible', unlisted ? 'nothing' : null],
      ...['[]', '[]', at, at],
    ]),
    returning: ['key', 'id'],
  });
  const keyOf = new Map(rows.map(({ key, id }) => [id, key]));
  const keys = ids.map((id) => keyOf.get(id) ?? 0);
  await tx.bulkInsert({ table: 'author_slugs', columns: ['slug', 'author_key'], rows: keys.map((key, each) => [slugs[each], key]) });
  return keys;
}

const triedAtOnce = 8;

/** For each base the first free of base, base-2, base-3 …; none is given twice within the call. */
async function freeSlugs(tx: Writer, bases: readonly string[]): Promise<string[]> {
  const taken = new Set<string>();
  const asked = new Map<string, number>();
  const ask = async (names: string[]): Promise<void> => {
    const rows = await tx.query<{ slug: string }>('select slug from author_slugs where slug in $many', names);
    for (const { slug } of rows) taken.add(slug);
  };
  await ask([...new Set(bases)]);
  const free: string[] = [];
  for (const base of bases) {
    for (let number = 1; ; number += 1) {
      const slug = number === 1 ? base : `${base}-${number}`;
      if (number > 1 && number > (asked.get(base) ?? 1)) {
        await ask(Array.from({ length: triedAtOnce }, (_, ahead) => `${base}-${number + ahead}`));
        asked.set(base, number + triedAtOnce - 1);
      }
      if (taken.has(slug)) continue;
      taken.add(slug);
      free.push(slug);
      break;
    }
  }
  return free;
}

/** Gives a record another address: the first free of base, base-2, base-3 …, which nobody else is given ever after. The caller holds 'authors'. */
export async function addSlug(tx: Writer, base: string, authorKey: number): Promise<string> {
  for (let number = 1; ; number += 1) {
    const free = number === 1 ? base : `${base}-${number}`;
    const text = 'insert into author_slugs (slug, author_key) values (?, ?) on conflict do nothing returning slug';
    if ((await tx.execute<{ slug: string }>(text, [], [free, authorKey])).length > 0) return free;
  }
}

/** A way in which a source writes an author's name: key of the record, name, its `nameKey`, number of works, whether in an original script. */
export type NameRow = readonly [authorKey: number, name: string, nameKey: string, works: number, native: boolean];

/** Adds names to records; those that a record has already stay as they are. */
export async function addNames(tx: Writer, rows: readonly NameRow[]): Promise<void> {
  const columns = ['author_key', 'name', 'name_key', 'works', 'native'];
  await tx.bulkInsert({ table: 'author_names', columns, rows, rowsBy: 'author_key', onConflict: 'on conflict do nothing' });
}

/** Removes all names of some records: the caller adds those that hold now. */
export async function removeNames(tx: Writer, keys: readonly number[]): Promise<void> {
  for (let start = 0; start < keys.length; start += 1000) {
    await tx.delete(authorNames).where(inArray(authorNames.authorKey, keys.slice(start, start + 1000)));
  }
}

/** Says which records a statement changes, by their keys or ids. */
const changingAuthors = <T>(work: () => PromiseLike<T>, rowsOf: (value: T) => Iterable<string | number>): Promise<T> =>
  changingRows('authors', work, rowsOf);

const keysOf = (rows: readonly { key: number }[]): number[] => rows.map(({ key }) => key);
const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id);

const revised = () => ({ revision: sql`${authors.revision} + 1`, updatedAt: now() });
/** What changes on a record's page, in one place: its revision goes up and its snapshot is computed again. */
const changed = () => ({ stale: true, ...revised() });

/** Leaves authors to `refreshAuthors`, in the order of their keys, so that two transactions cannot lock each other out. */
export async function markStale(tx: Writer, keys: Iterable<number>): Promise<void> {
  const sorted = [...new Set(keys)].sort((a, b) => a - b);
  const text = 'update authors set stale = true where not stale and key in $many returning key';
  await changingAuthors(() => tx.execute<{ key: number }>(text, sorted), keysOf);
}

/** Locks records by their keys, raises their revisions and leaves them to `refreshAuthors`. */
export async function markChangedByKey(tx: Writer, keys: readonly number[]): Promise<void> {
  const text = 'update authors set stale = true, revision = revision + 1 where key in $many returning key';
  await changingAuthors(() => tx.execute<{ key: number }>(text, keys), keysOf);
}

interface MarkedAuthor {
  name: string;
  slug: string;
  ownerId: string | null;
  claimState: string;
}

/** The same by their ids. @returns the records, in no promised order */
export async function markChanged(tx: Writer, ids: readonly string[]): Promise<MarkedAuthor[]> {
  if (ids.length === 0) return [];
  const columns = { name: authors.name, slug: authors.slug, ownerId: authors.ownerId, claimState: authors.claimState };
  const which = inArray(authors.id, [...ids].sort());
  return changingAuthors(
    () => tx.update(authors).set(changed()).where(which).returning(columns),
    () => ids,
  );
}

/** Asks once for all stale records to be brought up to date. The last thing that a transaction asks for: others use the same key. */
export const enqueueRefresh = (tx: Writer): Promise<void> =>
  enqueue(tx, { kind: 'refresh-authors', payload: {}, onceKey: 'refresh-authors' });

/**
 * Has records computed again, because their evidence has changed or time has passed: locks them, marks them as stale, raises their revisions
 * and asks once for the refresh.
 * @param log writes the events to the log: after the records are locked, and before the job that others ask for too
 */
export async function touchAuthors(
  tx: Writer,
  ids: readonly string[],
  log?: (marked: readonly MarkedAuthor[]) => Promise<unknown>,
): Promise<void> {
  const marked = await markChanged(tx, ids);
  await log?.(marked);
  await enqueueRefresh(tx);
}

/** The same for one record by its key, whose page shows nothing else yet: its revision goes up with the refresh. */
export async function refreshSoon(tx: Writer, authorKey: number): Promise<void> {
  await markStale(tx, [authorKey]);
  await enqueueRefresh(tx);
}

/** Raises the revisions of the records that a condition finds: what their pages show has changed, and nothing is to be computed. */
export const reviseAuthors = (tx: Writer, which: SQL | undefined): Promise<{ id: string }[]> =>
  changingAuthors(() => tx.update(authors).set(revised()).where(which).returning({ id: authors.id }), idsOf);

/** The same for some records, one after another in the order of their ids. */
export async function reviseInTurn(tx: Writer, ids: Iterable<string>): Promise<void> {
  for (const id of [...new Set(ids)].sort()) await reviseAuthors(tx, eq(authors.id, id));
}

const lockedColumns = { key: authors.key, id: authors.id, claimState: authors.claimState, mergedInto: authors.mergedInto };

/** Locks the records that a condition finds until the transaction ends, and changes nothing. */
export const lockAuthors = (
  tx: Writer,
  which: SQL | undefined,
): Promise<{ key: number; id: string; claimState: string; mergedInto: number | null }[]> =>
  tx
    .update(authors)
    .set({ id: sql`${authors.id}` })
    .where(which)
    .returning(lockedColumns);

/** Locks one record until the transaction ends. @returns the record as it is then */
export const lockAuthor = async (tx: Writer, id: string) => (await lockAuthors(tx, eq(authors.id, id)))[0] ?? null;

type ClaimState = 'unclaimed' | 'pending' | 'claimed' | 'disputed';

const named = { name: authors.name, slug: authors.slug };

/** Shows on a record the state of its claim. @returns its name and slug */
export async function setClaimState(tx: Writer, id: string, claimState: ClaimState): Promise<{ name: string; slug: string }> {
  const set = { claimState, ...changed() };
  const [author] = await changingAuthors(
    () => tx.update(authors).set(set).where(eq(authors.id, id)).returning(named),
    () => [id],
  );
  if (!author) throw new Error('The record of a claim is gone.');
  return author;
}

/** Gives a record to an account. @returns its name and slug */
export async function setOwner(tx: Writer, id: string, ownerId: string): Promise<{ name: string; slug: string }> {
  const set = { claimState: 'claimed', ownerId, ...changed() };
  const which = and(eq(authors.id, id), isNull(authors.mergedInto));
  const [author] = await changingAuthors(
    () => tx.update(authors).set(set).where(which).returning(named),
    () => [id],
  );
  if (!author) throw new Error('The record of an accepted claim is gone.');
  return author;
}

/** Takes a record from its owner, with what they have set on it, and with the iD, or that it is authenticated, if their proofs brought it. */
export async function removeOwner(tx: Writer, id: string, brought: { orcid: boolean; authenticated: boolean }): Promise<void> {
  const orcid = { ...(brought.orcid && { orcid: null }), ...(brought.authenticated && { orcidAuthenticated: false }) };
  const set = { claimState: 'unclaimed', ownerId: null, availability: null, indicatorsHidden: false, ...orcid, ...changed() };
  await changingAuthors(
    () => tx.update(authors).set(set).where(eq(authors.id, id)),
    () => [id],
  );
}

/** Removes what former owners have set on records that nobody owns now, merged ones too, which nothing else brings up to date. */
export async function clearOwnerSettings(tx: Writer, ids: readonly string[]): Promise<void> {
  const settings = { availability: null, privacy: null, pinned: [], indicatorsHidden: false };
  const which = and(inArray(authors.id, [...ids]), isNull(authors.ownerId));
  await changingAuthors(
    () => tx.update(authors).set(settings).where(which),
    () => ids,
  );
}

/** The account that a record belongs to by an accepted claim. */
export interface OwnedBy {
  authorId: string;
  accountId: string;
}

export const isOwnedBy = ({ authorId, accountId }: OwnedBy): SQL | undefined =>
  and(eq(authors.id, authorId), eq(authors.ownerId, accountId), eq(authors.claimState, 'claimed'));

type Availability = NonNullable<typeof authors.$inferInsert.availability>;

/** Sets what a record's owner says of invitations, or whether they show indicators. @returns false where the record is not theirs */
export async function setByOwner(
  tx: Writer,
  owner: OwnedBy,
  set: { availability: Availability } | { indicatorsHidden: boolean },
): Promise<boolean> {
  const values = { ...set, ...revised() };
  const updated = await changingAuthors(() => tx.update(authors).set(values).where(isOwnedBy(owner)).returning({ id: authors.id }), idsOf);
  return updated.length > 0;
}

/** Sets how a record's name is shown. A created profile that was hidden is listed again by what supports it, at its refresh. */
export async function setAuthorVisibility(tx: Writer, id: string, visibility: 'visible' | 'search_only' | 'suppressed'): Promise<void> {
  const [before] = await tx.select({ visibility: authors.visibility, listedAs: authors.listedAs }).from(authors).where(eq(authors.id, id));
  const isCreated = before !== undefined && before.listedAs !== null && before.listedAs !== 'source';
  const returns = isCreated && before.visibility === 'suppressed' && visibility !== 'suppressed';
  const unlisted = { visibility: 'unlisted', listedAs: visibility === 'search_only' ? 'nothing_search_only' : 'nothing' };
  const set = { ...(returns ? unlisted : { visibility }), ...changed() };
  await changingAuthors(
    () => tx.update(authors).set(set).where(eq(authors.id, id)),
    () => [id],
  );
}

/** Sets by what a created profile is listed, and how it is shown therefore. The caller refreshes it. */
export async function setListing(tx: Writer, key: number, set: { listedAs: string; visibility: string }): Promise<void> {
  await changingAuthors(
    () => tx.update(authors).set(set).where(eq(authors.key, key)),
    () => [key],
  );
}

/** Ends a created profile for good: its names and addresses go. @param keys of the record and of those that it alone has named */
export async function endCreated(tx: Writer, keys: readonly number[]): Promise<void> {
  for (const key of keys) {
    await tx.delete(authorNames).where(eq(authorNames.authorKey, key));
    await tx.delete(authorSlugs).where(eq(authorSlugs.authorKey, key));
    const gone = { visibility: 'suppressed', name: '', sourceName: null, sortName: '', slug: sql`${authors.id}`, ...changed() };
    await changingAuthors(
      () => tx.update(authors).set(gone).where(eq(authors.key, key)),
      () => [key],
    );
  }
}

/** Keeps the first iD that a source gives; a second one is a doubt that `refreshAuthors` raises. */
export async function addOrcid(tx: Writer, authorKey: number, orcid: string): Promise<void> {
  await tx
    .update(authors)
    .set({ orcid })
    .where(and(eq(authors.key, authorKey), isNull(authors.orcid)));
}

/** Sets the iD of a record, and whether its holder has signed in with it. */
export async function setOrcid(tx: Writer, key: number, orcid: string | null, orcidAuthenticated: boolean): Promise<void> {
  await changingAuthors(
    () => tx.update(authors).set({ orcid, orcidAuthenticated }).where(eq(authors.key, key)),
    () => [key],
  );
}

/** Has a record's id and slugs lead to another record, or to itself again. */
export async function setMergedInto(tx: Writer, key: number, mergedInto: number | null): Promise<void> {
  await tx.update(authors).set({ mergedInto }).where(eq(authors.key, key));
}

/**
 * Takes the row of a record that may be shown and counts one follower more or fewer. Follows come and go only while it is held, so the count
 * stays exact without counting again, which would cost more the more follow.
 * @returns the new count; null where the record has just gone
 */
export async function countFollowers(tx: Writer, id: string, more: 1 | -1): Promise<number | null> {
  const text = `update authors set followers_count = followers_count + ?, revision = revision + 1, updated_at = ?
    where id = ? and ${visibleRecordText()} returning followers_count as followers`;
  const [counted] = await changingAuthors(
    () => tx.execute<{ followers: number }>(text, [], [more, now(), id]),
    () => [id],
  );
  return counted?.followers ?? null;
}

/** Counts the followers of some records again. */
export async function recountFollowers(tx: Writer, ids: readonly string[]): Promise<void> {
  const text =
    'update authors set followers_count = (select count(*) from follows where follows.author_id = authors.id) where id in $many returning key';
  await tx.execute(text, ids);
}
