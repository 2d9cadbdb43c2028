import { and, count, desc, eq, gt, inArray, lt, ne, or } from 'drizzle-orm';
import { isHidden } from '#lib/catalog/statements/model/statement.ts';
import { fullyVisibleRecord } from '#lib/catalog/visibility/queries.ts';
import { hasRow, rowsOf } from '#lib/platform/db/rows.ts';
import { authors, nameSuggestions } from '#lib/platform/db/schema/authors.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import type { QuestionPage, QueuedQuestion, QueuedRecord } from '../model/questions.ts';

type QuestionRow = typeof nameSuggestions.$inferSelect;
type RecordRow = typeof authors.$inferSelect;

const isOpen = eq(nameSuggestions.state, 'open');

/**
 * Returns a page of the open questions of the instance, strongest evidence first: who may be one person, and whose works may be of several.
 * @param after the cursor of the page before
 */
export async function questionQueue(reader: Reader, limit: number, after: string | null = null): Promise<QuestionPage> {
  const { score, authorKey, otherKey } = nameSuggestions;
  const rows = await reader
    .select()
    .from(nameSuggestions)
    .where(and(isOpen, afterCursor(after)))
    .orderBy(desc(score), authorKey, otherKey)
    .limit(limit + 1);
  const [open] = await reader.select({ count: count() }).from(nameSuggestions).where(isOpen);
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    questions: await withRecords(reader, shown),
    count: open?.count ?? 0,
    next: last ? [last.score, last.authorKey, last.otherKey].join('.') : null,
  };
}

/** Matches the questions behind a cursor; all for one that is none. */
function afterCursor(cursor: string | null) {
  const { score, authorKey, otherKey } = nameSuggestions;
  const [, ...numbers] = /^(\d{1,9})\.(\d{1,15})\.(\d{1,15})$/.exec(cursor ?? '') ?? [];
  const [lastScore, lastAuthor, lastOther] = numbers.map(Number);
  if (lastScore === undefined || lastAuthor === undefined || lastOther === undefined) return undefined;
  const isLaterOfScore = or(gt(authorKey, lastAuthor), and(eq(authorKey, lastAuthor), gt(otherKey, lastOther)));
  return or(lt(score, lastScore), and(eq(score, lastScore), isLaterOfScore));
}

/** Returns the open questions about one record, for its owner. */
export async function questionsAbout(reader: Reader, key: number): Promise<QueuedQuestion[]> {
  const { score, authorKey, otherKey } = nameSuggestions;
  const isOwn = or(eq(authorKey, key), eq(otherKey, key));
  const rows = await reader
    .select()
    .from(nameSuggestions)
    .where(and(isOpen, isOwn, ne(authorKey, otherKey)))
    .orderBy(desc(score), authorKey, otherKey)
    .limit(maxOwn);
  return withRecords(reader, rows);
}

/** Whether somebody has answered that all works of a record are by one person. */
export const isDecidedWhole = (reader: Reader, key: number): Promise<boolean> =>
  hasRow(
    reader,
    nameSuggestions,
    and(eq(nameSuggestions.authorKey, key), eq(nameSuggestions.otherKey, key), eq(nameSuggestions.state, 'whole')),
  );

const maxOwn = 20;

/** Adds the records. Questions about a record that is merged or not fully visible are left out: nobody can answer them here. */
async function withRecords(reader: Reader, rows: readonly QuestionRow[]): Promise<QueuedQuestion[]> {
  const keys = [...new Set(rows.flatMap(({ authorKey, otherKey }) => [authorKey, otherKey]))];
  const records = keys.length === 0 ? [] : await rowsOf(reader, authors, and(inArray(authors.key, keys), fullyVisibleRecord()));
  const byKey = new Map(records.map((record) => [record.key, record]));
  return rows.flatMap(({ authorKey, otherKey, reason, score }): QueuedQuestion[] => {
    const [one, other] = [byKey.get(authorKey), byKey.get(otherKey)];
    if (!one || !other) return [];
    if (one === other) {
      // A doubt may quote an iD or a name that the owner hides.
      const isNeutral = isHidden(one.privacy, 'orcid') || isHidden(one.privacy, 'names');
      return [{ kind: 'which_works', reason: isNeutral ? 'A rule doubts it.' : reason, score, records: [toQueued(one)] }];
    }
    // A question may rest on a name that an owner hides.
    const hidesNames = isHidden(one.privacy, 'names') || isHidden(other.privacy, 'names');
    if (hidesNames && one.sortName !== other.sortName) return [];
    return [{ kind: 'same_person', reason, score, records: [toQueued(one), toQueued(other)] }];
  });
}

const toQueued = ({ id, slug, name, worksCount, firstYear, lastYear, affiliation, orcid, privacy, sources }: RecordRow): QueuedRecord => ({
  ...{ id, slug, name, works: worksCount, sources },
  years: firstYear !== null && lastYear !== null ? { from: firstYear, to: lastYear } : null,
  affiliation: affiliation?.name ?? null,
  orcid: isHidden(privacy, 'orcid') ? null : orcid,
});
