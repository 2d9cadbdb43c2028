import { asc } from 'drizzle-orm';
import { factsOfWork } from '#lib/catalog/works/queries/provenance.ts';
import { mintActor } from '#lib/platform/auth/actor.ts';
import { accounts, auditEntries } from '#lib/platform/db/schema/accounts.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { reviews } from '#lib/platform/db/schema/claims.ts';
import { works } from '#lib/platform/db/schema/works.ts';
import type { Store } from '#lib/platform/db/store.ts';
import { subjectHandlers } from '#lib/portal/decisions/case-handlers/subjects.ts';
import { exportContentOf } from '#lib/portal/exports/queries/content.ts';

/**
 * Returns what an instance shows of corrections and visibility: what the archives say of them, the evidence and names of each case, the
 * facts of the work, the records and the audit log. Uses only what version 0.2.0 has under the same names, because `make-corrections.ts` runs
 * there too.
 */
export async function viewInstance({ reader }: Store): Promise<unknown> {
  const archives: Record<string, unknown> = {};
  for (const account of await reader.select().from(accounts).orderBy(asc(accounts.id))) {
    const { id: accountId, name, email } = account;
    const {
      reports,
      reviews: decisions,
      notifications,
      visibility,
    } = await exportContentOf(reader, mintActor({ accountId, name, email, emailConfirmed: true }));
    archives[name ?? ''] = { reports, reviews: decisions, notifications, visibility };
  }
  const cases: unknown[] = [];
  for (const { id, kind, subjectId, state, parties } of await reader.select().from(reviews).orderBy(asc(reviews.id))) {
    if (kind === 'appeal') continue;
    const { evidence, namesOf, variantOf, askedBy, recordsOf } = subjectHandlers[kind as 'correction'];
    const shown = [await evidence(reader, subjectId), await variantOf?.(reader, subjectId), await askedBy(reader, subjectId)];
    const named = [...((await namesOf?.(reader, [subjectId])) ?? []), ...((await recordsOf?.(reader, [subjectId])) ?? [])];
    cases.push({ id, kind, state, parties, shown, named });
  }
  const facts: Record<string, unknown> = {};
  for (const { id } of await reader.select({ id: works.id }).from(works)) {
    for (const { name, assertions } of await factsOfWork(reader, id))
      facts[name] = assertions.map(({ source, value, note, shown }) => ({ source: source.id, value, note, shown }));
  }
  const columns = { id: authors.id, name: authors.name, affiliation: authors.affiliation, visibility: authors.visibility };
  const records = await reader.select(columns).from(authors).orderBy(asc(authors.id));
  const log = await reader.select().from(auditEntries).orderBy(asc(auditEntries.id));
  return JSON.parse(JSON.stringify({ archives, cases, facts, records, log }));
}
