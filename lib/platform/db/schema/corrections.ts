import { sql } from 'drizzle-orm';
import { index, instant, integer, primaryKey, table, text, uniqueIndex } from '../columns.ts';

/** What somebody says that a field of a work should be. What is accepted is a source record beside those of the sources. */
export const corrections = table(
  'corrections',
  {
    id: text().primaryKey(),
    workId: text().notNull(),
    /** A word of `correctableFields` (lib/catalog/works/model/corrections.ts). */
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
    /** 'reviewers' | 'authors'; null while nobody has decided. */
    decidedBy: text(),
    createdAt: instant().notNull(),
    decidedAt: instant(),
    /** The revision of the work when it was last compared with its sources. */
    comparedRevision: integer().notNull().default(0),
  },
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
