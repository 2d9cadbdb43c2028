import { and, eq, ne, or, sql } from 'drizzle-orm';
import { isHidden } from '#lib/catalog/statements/model/statement.ts';
import { stoppedAddresses } from '#lib/catalog/statements/queries/addresses.ts';
import { readingRows } from '#lib/platform/db/dependencies.ts';
import { authorSlugs, authors } from '#lib/platform/db/schema/authors.ts';
import type { Reader } from '#lib/platform/db/store.ts';

export type AuthorRow = typeof authors.$inferSelect;

/** Where a name in a URL leads: to a record, to another address for ever, or nowhere. */
export type Found = { kind: 'here'; author: AuthorRow } | { kind: 'moved'; slug: string } | { kind: 'missing' };

/**
 * Finds the record that a slug, an old slug or a permanent id means today. A merged record leads to the one it was merged into;
 * a suppressed one is as if it had never been, and so is an old address that the record's owner has stopped.
 */
export async function findAuthor(reader: Reader, name: string): Promise<Found> {
  const chain = await readingRows(
    ['authors'],
    () => chainFrom(reader, name),
    (rows) => rows.flatMap(({ key, id }) => [key, id]),
  );
  const author = chain.at(-1);
  if (!author || author.visibility === 'suppressed' || isNobodys(author)) return { kind: 'missing' };
  if (author.slug === name) return { kind: 'here', author: shownRow(author) };
  const ids = chain.map(({ id }) => id);
  return !ids.includes(name) && (await stoppedAddresses(reader, ids)).has(name)
    ? { kind: 'missing' }
    : { kind: 'moved', slug: author.slug };
}

/** The record that a page's address names, where to redirect to for ever, or null where there is none. */
export async function recordAt(reader: Reader, name: string): Promise<AuthorRow | { redirect: string } | null> {
  const found = await findAuthor(reader, name);
  if (found.kind === 'missing') return null;
  return found.kind === 'moved' ? { redirect: found.slug } : found.author;
}

/** The record that an id, a slug or an old slug means to everybody today; null where there is none. */
export async function shownRecord(reader: Reader, name: string): Promise<AuthorRow | null> {
  const found = await recordAt(reader, name);
  return found && 'redirect' in found ? shownRecord(reader, found.redirect) : found;
}

/** A created profile is there for its owner and for whom they give its address; co-authors that it names have no page yet. */
const isNobodys = ({ visibility, ownerId }: AuthorRow): boolean => visibility === 'unlisted' && ownerId === null;

/**
 * A record's row as pages may read it: without what its owner hides. Affiliation and name follow from what the owner says when the
 * record is brought up to date, so that lists and searches, which read the row by themselves, have no more than this.
 */
const shownRow = (author: AuthorRow): AuthorRow => {
  const keepsOrcid = isHidden(author.privacy, 'orcid');
  const plain: Record<string, string | false> = {
    two_person_ids: keepsOrcid && 'Sources give it different ORCID iDs.',
    two_han_names: isHidden(author.privacy, 'names') && 'Sources write its name as different names in Han characters.',
  };
  const flags = author.flags.map((flag) => ({ ...flag, reason: plain[flag.rule] || flag.reason }));
  return keepsOrcid ? { ...author, orcid: null, orcidAuthenticated: false, flags } : { ...author, flags };
};

/** The record that a name means and those that it went into; none where the name leads nowhere. */
async function chainFrom(reader: Reader, name: string): Promise<AuthorRow[]> {
  const [direct] = await reader.prepared(authorNamed, { name });
  const found = direct ?? (await byOldSlug(reader, name));
  return found ? afterMerges(reader, found) : [];
}

const authorNamed = (reader: Reader) =>
  reader
    .select()
    .from(authors)
    .where(or(eq(authors.slug, sql.placeholder('name')), eq(authors.id, sql.placeholder('name'))))
    .limit(1)
    .prepare();

async function byOldSlug(reader: Reader, slug: string): Promise<AuthorRow | undefined> {
  const [row] = await reader
    .select({ author: authors })
    .from(authorSlugs)
    .innerJoin(authors, eq(authors.key, authorSlugs.authorKey))
    .where(eq(authorSlugs.slug, slug))
    .limit(1);
  return row?.author;
}

/** A record and those that it went into, one after the other, to the current one; a chain is short, and a ring would be a fault. */
async function afterMerges(reader: Reader, author: AuthorRow): Promise<AuthorRow[]> {
  const chain = [author];
  for (let at = author; at.mergedInto != null && chain.length <= 20; ) {
    const [next] = await reader.select().from(authors).where(eq(authors.key, at.mergedInto)).limit(1);
    if (!next) return [];
    chain.push(next);
    at = next;
  }
  return chain;
}

/** Where a record's pages are now; the id itself for one that is not shown, as for one that is not there. */
export async function recordSlug(reader: Reader, authorId: string): Promise<string> {
  const shown = and(eq(authors.id, authorId), ne(authors.visibility, 'suppressed'));
  const [found] = await reader.select({ slug: authors.slug }).from(authors).where(shown).limit(1);
  return found?.slug ?? authorId;
}

/** The record that an id, slug or old slug means, whether or not it is shown: nothing of it may be told to the person who asks. */
export const anyRecord = async (reader: Reader, name: string): Promise<AuthorRow | null> => (await chainFrom(reader, name)).at(-1) ?? null;
