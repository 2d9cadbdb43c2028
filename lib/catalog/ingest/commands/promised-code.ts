import { and, asc, eq, gt, isNull } from 'drizzle-orm';
import type { RecordDetails } from '#lib/catalog/bibliography/record.ts';
import { promiseOfCode } from '#lib/catalog/works/model/promised-code.ts';
import { now } from '#lib/platform/clock.ts';
import { columnsOf } from '#lib/platform/db/rows.ts';
import { works } from '#lib/platform/db/schema/works.ts';
import type { Writer } from '#lib/platform/db/store.ts';

const worksPerBatch = 2000;

/**
 * Stores the promises of code in the abstracts and notes of the next works whose code no source states, as `resolveWork` does.
 * @returns the key after which to continue, or null at the end
 */
export async function findPromisedCode(tx: Writer, after: number): Promise<number | null> {
  const rows = await tx
    .select(columnsOf(works, 'key', 'abstract', 'abstractSource', 'details', 'revision'))
    .from(works)
    .where(and(gt(works.key, after), isNull(works.codeState)))
    .orderBy(asc(works.key))
    .limit(worksPerBatch);
  for (const { key, abstract, abstractSource, details, revision } of rows) {
    const { note } = details as RecordDetails;
    const codeEvidence = (abstract && abstractSource !== 'peergraph' && promiseOfCode(abstract)) || (note && promiseOfCode(note)) || null;
    if (codeEvidence === null) continue;
    const found = { codeState: 'promised', codeEvidence, revision: revision + 1, updatedAt: now() };
    await tx.update(works).set(found).where(eq(works.key, key));
  }
  return rows.length < worksPerBatch ? null : (rows.at(-1)?.key ?? null);
}
