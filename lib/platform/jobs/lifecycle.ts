import { and, inArray, ne, or, sql } from 'drizzle-orm';
import { jobs } from '#lib/platform/db/schema/jobs.ts';
import { accountColumn, containsText, deleted, type EraseRows, erasedBy, lifecycleOf } from '#lib/platform/db/table-lifecycle.ts';

const searchedText = sql<string>`coalesce(cast(${jobs.payload} as text), '') || ' ' || coalesce(${jobs.onceKey}, '') || ' ' || coalesce(${jobs.lastError}, '')`;

/** Deletes waiting, failed and finished jobs that mention the account or one of its email addresses, except the running erasure job. */
const eraseJobs: EraseRows = async (tx, { accountId, addresses }) => {
  for (const identifier of [accountId, ...addresses].map((each) => JSON.stringify(each).slice(1, -1))) {
    const isNaming = or(
      containsText(jobs.payload, identifier),
      containsText(jobs.onceKey, identifier),
      containsText(jobs.lastError, identifier),
    );
    const candidates = await tx.select({ id: jobs.id, text: searchedText }).from(jobs).where(isNaming);
    const ids = candidates.filter(({ text }) => text.includes(identifier)).map(({ id }) => id);
    const isNotThisErasure = or(ne(jobs.state, 'running'), and(ne(jobs.kind, 'erase-account'), ne(jobs.kind, 'erase-rest')));
    if (ids.length > 0) await tx.delete(jobs).where(and(inArray(jobs.id, ids), isNotThisErasure));
  }
};

const brief = 'A job runs within seconds and is deleted afterwards. Its results are stored in other tables.';

export const jobsLifecycle = [
  lifecycleOf(jobs, {
    payload: accountColumn({ not: brief }, erasedBy(eraseJobs, deleted('Pending jobs of the account have no purpose after its erasure.'))),
  }),
];
