import { and, eq } from 'drizzle-orm';
import type { Problem } from '#lib/catalog/bibliography/problems.ts';
import type { ImportedWork, SourceId } from '#lib/catalog/sources/model.ts';
import { isAnyOf } from '#lib/platform/db/prepared.ts';
import { importProblems } from '#lib/platform/db/schema/imports.ts';
import type { Writer } from '#lib/platform/db/store.ts';

/** What could not be read of a record, and where the record is. */
export interface RecordProblem extends Problem {
  recordId: string;
  /** The file and the place in it. */
  place: string;
}

interface ProblemsPage {
  source: SourceId;
  importId: string | null;
  observedAt: Date;
  works: readonly Pick<ImportedWork, 'recordId'>[];
  problems: readonly RecordProblem[];
}

/** Stores what could not be read of the records of a page, in place of what was stored before. */
export async function storeProblems(tx: Writer, { source, importId, observedAt, works, problems }: ProblemsPage): Promise<void> {
  const recordIds = works.map(({ recordId }) => recordId);
  await tx.delete(importProblems).where(and(eq(importProblems.source, source), isAnyOf(importProblems.recordId, recordIds)));
  const rows = problems.map(({ recordId, place, field, given, message, kept }) => {
    return {
      source,
      recordId,
      place: place.slice(0, 500),
      field: field.slice(0, 100),
      given: withoutControls(given),
      message,
      kept,
      observedAt,
      importId,
    };
  });
  await tx.bulkInsert(importProblems, rows);
}

/** Operators view the values in a terminal. */
const withoutControls = (text: string): string => text.replace(/\p{Cc}+/gu, ' ');
