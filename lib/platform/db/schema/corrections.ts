import { sql } from 'drizzle-orm';
import { index, instant, integer, primaryKey, table, text, uniqueIndex } from '../columns.ts';

/** A suggested value of a field, and its state. */
const correctionColumns = () => ({
  id: text().primaryKey(),
  field: text().notNull(),
  /** The suggested value. */
  value: text().notNull(),
  /** The value of the sources when it was suggested, or last decided; null for none. */
  sourceValue: text(),
  evidenceUrl: text(),
  note: text(),
  /**
   * 'suggested' | 'accepted' | 'rejected' | 'contested' (accepted, but the sources have changed since) | 'retired' (the sources now agree)
   * | 'reverted' | 'replaced' (by a later correction).
   */
  state: text().notNull().default('suggested'),
  /** The account that suggested it, if any. */
  suggesterId: text(),
  /**
   * 'reviewers' | 'authors' (of a work) | 'owner' (of a record); null while undecided. On a suggestion: 'authors' or 'owner', if they had
   * accepted it but too few of them own a record now.
   */
  decidedBy: text(),
  createdAt: instant().notNull(),
  decidedAt: instant(),
  /** The revision of the work or record when it was last compared with its sources. */
  comparedRevision: integer().notNull().default(0),
});

/** A correction of a field of a work. Once accepted, it is a source record beside those of the sources. */
export const corrections = table(
  'corrections',
  /** `field`: a value of `correctableFields` (lib/catalog/works/model/corrections.ts). */
  { ...correctionColumns(), workId: text().notNull() },
  (t) => [
    index('corrections_work').on(t.workId, t.state),
    index('corrections_suggester').on(t.suggesterId),
    index('corrections_effective').on(t.id).where(sql`state = 'accepted' or state = 'contested'`),
    uniqueIndex('corrections_once').on(t.workId, t.field, t.value).where(sql`state = 'suggested'`),
    uniqueIndex('corrections_one').on(t.workId, t.field).where(sql`state = 'accepted' or state = 'contested'`),
  ],
);

/** The agreement of an owner, whose record signs the work, with a correction of it. */
export const correctionAgreements = table(
  'correction_agreements',
  { correctionId: text().notNull(), accountId: text().notNull(), at: instant().notNull() },
  (t) => [primaryKey({ columns: [t.correctionId, t.accountId] }), index('correction_agreements_account').on(t.accountId)],
);

/** A correction of a field of an author record. Once accepted, it takes precedence over sources, but not over statements of the owner. */
export const recordCorrections = table(
  'record_corrections',
  {
    /** `field`: a value of `recordFields` (lib/governance/record-corrections/model.ts); `value` is empty if the field should have none. */
    ...correctionColumns(),
    authorId: text().notNull(),
    /** The owner who accepted it; it is in effect while they own the record. */
    deciderId: text(),
  },
  (t) => [
    index('record_corrections_author').on(t.authorId, t.state),
    index('record_corrections_suggester').on(t.suggesterId),
    index('record_corrections_decider').on(t.deciderId),
    index('record_corrections_standing').on(t.id).where(sql`state = 'suggested' or state = 'accepted' or state = 'contested'`),
    uniqueIndex('record_corrections_once').on(t.authorId, t.field, t.value).where(sql`state = 'suggested'`),
    uniqueIndex('record_corrections_one').on(t.authorId, t.field).where(sql`state = 'accepted' or state = 'contested'`),
  ],
);
