import { sql } from 'drizzle-orm';
import { index, instant, integer, primaryKey, table, text, uniqueIndex } from '../columns.ts';

/** What somebody says that a field should be, and what has become of it. */
const correctionColumns = () => ({
  id: text().primaryKey(),
  field: text().notNull(),
  /** What it should be. */
  value: text().notNull(),
  /** What the sources said when it was suggested, or last decided on; null for nothing. */
  sourceValue: text(),
  evidenceUrl: text(),
  note: text(),
  /**
   * 'suggested' | 'accepted' | 'rejected' | 'contested' (accepted, and the sources have changed since) | 'retired' (the sources say the
   * same) | 'reverted' | 'replaced' (by a later one).
   */
  state: text().notNull().default('suggested'),
  /** The account that suggested it, where there is one. */
  suggesterId: text(),
  /**
   * 'reviewers' | 'authors' (of a work) | 'owner' (of a record); null while nobody has decided. On a suggestion: 'authors' or 'owner' who had
   * accepted it, and of whom too few own a record now.
   */
  decidedBy: text(),
  createdAt: instant().notNull(),
  decidedAt: instant(),
  /** The revision of the work or record when it was last compared with its sources. */
  comparedRevision: integer().notNull().default(0),
});

/** What somebody says that a field of a work should be. What is accepted is a source record beside those of the sources. */
export const corrections = table(
  'corrections',
  /** `field`: a word of `correctableFields` (lib/catalog/works/model/corrections.ts). */
  { ...correctionColumns(), workId: text().notNull() },
  (t) => [
    index('corrections_work').on(t.workId, t.state),
    index('corrections_suggester').on(t.suggesterId),
    index('corrections_effective').on(t.id).where(sql`state = 'accepted' or state = 'contested'`),
    uniqueIndex('corrections_once').on(t.workId, t.field, t.value).where(sql`state = 'suggested'`),
    uniqueIndex('corrections_one').on(t.workId, t.field).where(sql`state = 'accepted' or state = 'contested'`),
  ],
);

/** An owner of a record that signs the work agrees with a correction of it. */
export const correctionAgreements = table(
  'correction_agreements',
  { correctionId: text().notNull(), accountId: text().notNull(), at: instant().notNull() },
  (t) => [primaryKey({ columns: [t.correctionId, t.accountId] }), index('correction_agreements_account').on(t.accountId)],
);

/**
 * What somebody says that a field of an author record should be. An accepted one has precedence before what sources say, and none before what
 * the owner states.
 */
export const recordCorrections = table(
  'record_corrections',
  {
    /** `field`: a word of `recordFields` (lib/governance/record-corrections/model.ts); an empty `value` where it should be nothing. */
    ...correctionColumns(),
    authorId: text().notNull(),
    /** The owner who accepted it: it is in effect while they own the record. */
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
