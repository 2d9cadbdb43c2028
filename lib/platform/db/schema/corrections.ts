import { sql } from 'drizzle-orm';
import { flag, index, instant, integer, primaryKey, table, text, uniqueIndex } from '../columns.ts';

/**
 * A suggested value of a field of a work or an author record, and its state. Once accepted, a correction of a work is a source record
 * beside those of the sources; one of a record takes precedence over sources, but not over statements of the owner.
 */
export const corrections = table(
  'corrections',
  {
    id: text().primaryKey(),
    subject: text().$type<'work' | 'author'>().notNull(),
    /** The id of the work or record. */
    subjectId: text().notNull(),
    /** A field of lib/catalog/works/model/correctable-fields.ts, or of lib/governance/corrections/model.ts. */
    field: text().notNull(),
    /** The suggested value; empty if a field of a record should have none. */
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
    /** The owner of the record who decided on it alone; while accepted, it is in effect as long as they own the record. */
    deciderId: text(),
    createdAt: instant().notNull(),
    decidedAt: instant(),
    /** The revision of the work or record when it was last compared with its sources. */
    comparedRevision: integer().notNull().default(0),
  },
  (t) => [
    index('corrections_subject').on(t.subjectId, t.state),
    index('corrections_suggester').on(t.suggesterId),
    index('corrections_decider').on(t.deciderId),
    // For the comparison with the sources.
    index('corrections_standing').on(t.subject, t.id).where(sql`state = 'suggested' or state = 'accepted' or state = 'contested'`),
    uniqueIndex('corrections_once').on(t.subjectId, t.field, t.value).where(sql`state = 'suggested'`),
    uniqueIndex('corrections_one').on(t.subjectId, t.field).where(sql`state = 'accepted' or state = 'contested'`),
  ],
);

/** What an owner, whose record signs the work, says of a correction of it: agreement, or contest. */
export const correctionAgreements = table(
  'correction_agreements',
  {
    correctionId: text().notNull(),
    accountId: text().notNull(),
    at: instant().notNull(),
    /** True if the owner contests the correction: then reviewers decide. */
    contests: flag().notNull().default(false),
  },
  (t) => [primaryKey({ columns: [t.correctionId, t.accountId] }), index('correction_agreements_account').on(t.accountId)],
);
