import { and, eq, getTableColumns, inArray, or, sql } from 'drizzle-orm';
import { isHidden, printedNamesField } from '#lib/catalog/statements/model/statement.ts';
import { selectDisabledAddresses } from '#lib/catalog/statements/queries/addresses.ts';
import { isSuppressed, isUnlisted } from '#lib/catalog/visibility/model.ts';
import { notSuppressed, notUnlisted, visibleRecord } from '#lib/catalog/visibility/queries.ts';
import { columnsOf } from '#lib/platform/db/rows.ts';
import { authorNames, authorSlugs, authors } from '#lib/platform/db/schema/authors.ts';
import type { Reader } from '#lib/platform/db/store.ts';

/** All columns that pages show: counting a change, or marking a record for a refresh, changes no page. */
const { stale: _, revision: __, ...recordColumns } = getTableColumns(authors);

export type AuthorRow = Omit<typeof authors.$inferSelect, 'stale' | 'revision'>;

/** Records with one name that are read: more than one are not told apart by it. */
const maxNamesakes = 50;

/** What a name in a URL resolves to: a record, a permanent redirect, or nothing. */
export type AuthorLookup = { kind: 'here'; author: AuthorRow } | { kind: 'moved'; slug: string } | { kind: 'missing' };

/**
 * Resolves a slug, a former slug, a permanent id or the address of a written name to the current record. A name with capital letters and a
 * merged record redirect. A suppressed record and a disabled address resolve to `missing`.
 */
export async function findAuthor(reader: Reader, name: string): Promise<AuthorLookup> {
  const result = await findByExactName(reader, name);
  const lowerCaseName = name.toLowerCase();
  if (result.kind !== 'missing' || lowerCaseName === name) return result;
  const other = await findByExactName(reader, lowerCaseName);
  return other.kind === 'here' ? { kind: 'moved', slug: other.author.slug } : other;
}

async function findByExactName(reader: Reader, name: string): Promise<AuthorLookup> {
  const chain = await findRecordChain(reader, name);
  if (chain.length === 0) return findByWrittenName(reader, name);
  const author = chain.at(-1);
  if (!author || isSuppressed(author) || isWithoutPage(author)) return { kind: 'missing' };
  if (author.slug === name) return { kind: 'here', author: withoutHiddenFields(author) };
  const ids = chain.map(({ id }) => id);
  return !ids.includes(name) && (await selectDisabledAddresses(reader, ids)).has(name)
    ? { kind: 'missing' }
    : { kind: 'moved', slug: author.slug };
}

/**
 * Resolves the address of a name that sources write to the record of the only person who has it. Nobody is found by a name that the owner
 * hides, or whose address the owner has disabled.
 */
async function findByWrittenName(reader: Reader, name: string): Promise<AuthorLookup> {
  const rows = (await reader.prepared(selectByWrittenName, { name })).filter(
    ({ privacy }) => !isHidden(privacy, 'names') && !isHidden(privacy, printedNamesField),
  );
  const [record] = rows;
  if (!record || rows.length > 1 || (await selectDisabledAddresses(reader, [record.id])).has(name)) return { kind: 'missing' };
  return { kind: 'moved', slug: record.slug };
}

const selectByWrittenName = (reader: Reader) => {
  const named = reader
    .select({ key: authorNames.authorKey })
    .from(authorNames)
    .where(eq(authorNames.slug, sql.placeholder('name')));
  return reader
    .select(columnsOf(authors, 'key', 'id', 'slug', 'privacy'))
    .from(authors)
    .where(and(inArray(authors.key, named), visibleRecord(), notUnlisted()))
    .limit(maxNamesakes)
    .prepare();
};

/** Returns the record at a page URL, the slug for a permanent redirect, or null if there is no record. */
export async function findRecordByUrl(reader: Reader, name: string): Promise<AuthorRow | { redirect: string } | null> {
  const result = await findAuthor(reader, name);
  if (result.kind === 'missing') return null;
  return result.kind === 'moved' ? { redirect: result.slug } : result.author;
}

/** Returns the public record of an id, slug or former slug, following redirects; null if there is none. */
export async function findPublicRecord(reader: Reader, name: string): Promise<AuthorRow | null> {
  const record = await findRecordByUrl(reader, name);
  return record && 'redirect' in record ? findPublicRecord(reader, record.redirect) : record;
}

/**
 * True for an unlisted record without owner: a co-author that a created profile names, who has no page. A created profile itself has an
 * owner.
 */
const isWithoutPage = (row: AuthorRow): boolean => isUnlisted(row) && row.ownerId === null;

/**
 * Returns a record's row without the fields that its owner hides. Affiliation and name need no filter here: the refresh already stores only
 * the visible values, because lists and searches read the row directly.
 */
const withoutHiddenFields = (author: AuthorRow): AuthorRow => {
  const hidesOrcid = isHidden(author.privacy, 'orcid');
  const neutralReasons: Record<string, string | false> = {
    two_person_ids: hidesOrcid && 'Sources give it different ORCID iDs.',
    two_han_names: isHidden(author.privacy, 'names') && 'Sources write its name as different names in Han characters.',
  };
  const flags = author.flags.map((flag) => ({ ...flag, reason: neutralReasons[flag.rule] || flag.reason }));
  return hidesOrcid ? { ...author, orcid: null, orcidAuthenticated: false, flags } : { ...author, flags };
};

/** Returns the record of a name, followed by the records that it was merged into; empty if the name resolves to nothing. */
export async function findRecordChain(reader: Reader, name: string): Promise<AuthorRow[]> {
  const [current] = await reader.prepared(selectAuthor, { name });
  const author = current ?? (await findByOldSlug(reader, name));
  return author ? followMerges(reader, author) : [];
}

const selectAuthor = (reader: Reader) =>
  reader
    .select(recordColumns)
    .from(authors)
    .where(or(eq(authors.slug, sql.placeholder('name')), eq(authors.id, sql.placeholder('name'))))
    .limit(1)
    .prepare();

async function findByOldSlug(reader: Reader, slug: string): Promise<AuthorRow | undefined> {
  const [row] = await reader
    .select({ author: recordColumns })
    .from(authorSlugs)
    .innerJoin(authors, eq(authors.key, authorSlugs.authorKey))
    .where(eq(authorSlugs.slug, slug))
    .limit(1);
  return row?.author;
}

/**
 * Returns a record and its merge targets in order, ending with the current record. Chains are short; the bound of 20 guards against a
 * cycle.
 */
async function followMerges(reader: Reader, author: AuthorRow): Promise<AuthorRow[]> {
  const chain = [author];
  for (let current = author; current.mergedInto != null && chain.length <= 20; ) {
    const [next] = await reader.select(recordColumns).from(authors).where(eq(authors.key, current.mergedInto)).limit(1);
    if (!next) return [];
    chain.push(next);
    current = next;
  }
  return chain;
}

/**
 * Returns the current slug of a record; the id itself if the record is suppressed or does not exist, so that the two are indistinguishable.
 */
export async function recordSlug(reader: Reader, authorId: string): Promise<string> {
  const isShown = and(eq(authors.id, authorId), notSuppressed());
  const [row] = await reader.select({ slug: authors.slug }).from(authors).where(isShown).limit(1);
  return row?.slug ?? authorId;
}

/** Returns the record of an id, slug or former slug, even if it is not public. Nothing about it may be disclosed to the viewer. */
export const findAnyRecord = async (reader: Reader, name: string): Promise<AuthorRow | null> =>
  (await findRecordChain(reader, name)).at(-1) ?? null;
