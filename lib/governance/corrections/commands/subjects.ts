import { eq } from 'drizzle-orm';
import { lockAuthor } from '#lib/catalog/authors/commands/lock.ts';
import { reviseAuthors } from '#lib/catalog/authors/commands/mark-changed.ts';
import { storeCorrection } from '#lib/catalog/ingest/commands/corrections.ts';
import { findWorkWithRecords } from '#lib/catalog/ingest/queries.ts';
import { refreshAuthor } from '#lib/catalog/refresh/commands/authors.ts';
import type { CorrectableField } from '#lib/catalog/works/model/correctable-fields.ts';
import type { NotificationKind } from '#lib/community/notifications/model/notification.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import type { Subject } from '../model.ts';
import type { Correction } from '../queries/corrections.ts';
import { correctedRecord } from '../queries/records.ts';

/** What differs between the corrections of works and of author records when writing. */
interface SubjectCommands {
  /** The kind of the review case, and the prefix of entries of the audit log. */
  kind: 'correction' | 'record_correction';
  /** The kinds of the notifications of those who decide, and of the person who suggested it. */
  notifications: { waiting: NotificationKind; decided: NotificationKind };
  /** Whether the audit log contains the value. That of a record may be a name that the person withdraws later. */
  logsValue: boolean;
  /** Locks what code that changes the owners locks before the correction. */
  lock(tx: Writer, subjectId: string): Promise<unknown>;
  /** Shows the corrected value, or that of the sources, immediately. @returns the revision of the work or record */
  show(tx: Writer, correction: Correction, isInEffect: boolean): Promise<number>;
  /** Whether the refresh that follows a change of owners shows the value too. */
  isShownByRefresh: boolean;
}

export const subjectCommands: Readonly<Record<Subject, SubjectCommands>> = {
  work: {
    ...{ kind: 'correction', logsValue: true, isShownByRefresh: false },
    notifications: { waiting: 'correction_waiting', decided: 'correction_decided' },
    lock: async () => undefined,
    async show(tx, { subjectId, field, value, evidenceUrl: url, note }, isInEffect) {
      const shown = isInEffect ? { value, evidence: { url, note } } : { value: null, evidence: { url: null, note: null } };
      await storeCorrection(tx, subjectId, { field: field as CorrectableField, ...shown });
      return (await findWorkWithRecords(tx, subjectId))?.revision ?? 0;
    },
  },
  author: {
    ...{ kind: 'record_correction', logsValue: false, isShownByRefresh: true },
    notifications: { waiting: 'record_correction_waiting', decided: 'record_correction_decided' },
    lock: lockAuthor,
    async show(tx, { subjectId }) {
      await reviseAuthors(tx, eq(authors.id, subjectId));
      await refreshAuthor(tx, subjectId);
      return (await correctedRecord(tx, subjectId)).revision;
    },
  },
};
