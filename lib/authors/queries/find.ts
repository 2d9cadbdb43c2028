import { eq, or } from 'drizzle-orm';
import { authorSlugs, authors } from '../../db/schema/authors.ts';
import type { Reader } from '../../db/store.ts';
import { isHidden } from '../../statements/model.ts';

export type AuthorRow = typeof authors.$inferSelect;

/** Where a name in a URL leads: to a record, to another address for ever, or nowhere. */
export type Found = { is: 'here'; author: AuthorRow } | { is: 'moved'; slug: string } | { is: 'missing' };

/**
 * Finds the record that a slug, an old slug or a permanent id means today. A merged record leads to the one it was merged into;
 * a suppressed one is as if it had never been.
 */
export async function findAuthor(reader: Reader, name: string): Promise<Found> {
  const [direct] = await reader
    .select()
    .from(authors)
    .where(or(eq(authors.slug, name), eq(authors.id, name)))
    .limit(1);
  const found = direct ?? (await byOldSlug(reader, name));
  const author = found && (await afterMerges(reader, found));
  if (!author || author.visibility === 'suppressed') return { is: 'missing' };
  return author.slug === name ? { is: 'here', author: shownRow(author) } : { is: 'moved', slug: author.slug };
}

/**
 * A record's row as pages may read it: without what its owner keeps back. Affiliation and name follow from what the owner says when the
 * record is brought up to date, so that lists and searches, which read the row by themselves, have no more than this.
 */
const shownRow = (author: AuthorRow): AuthorRow => {
  if (!isHidden(author.privacy, 'orcid')) return author;
  const flags = author.flags.map((flag) => (flag.rule === 'two_person_ids' ? { ...flag, reason: twoIds } : flag));
  return { ...author, orcid: null, orcidAuthenticated: false, flags };
};

const twoIds = 'Sources give it different ORCID iDs.';

async function byOldSlug(reader: Reader, slug: string): Promise<AuthorRow | undefined> {
  const [row] = await reader
    .select({ author: authors })
    .from(authorSlugs)
    .innerJoin(authors, eq(authors.key, authorSlugs.authorKey))
    .where(eq(authorSlugs.slug, slug))
    .limit(1);
  return row?.author;
}

/** Follows merges to the record that stands today; a chain is short, and a ring would be a fault. */
async function afterMerges(reader: Reader, author: AuthorRow): Promise<AuthorRow | undefined> {
  let at: AuthorRow | undefined = author;
  for (let steps = 0; at?.mergedInto != null && steps < 20; steps += 1) {
    [at] = await reader.select().from(authors).where(eq(authors.key, at.mergedInto)).limit(1);
  }
  return at;
}
