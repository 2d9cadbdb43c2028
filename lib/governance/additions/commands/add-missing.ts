import { and, eq, isNotNull, notInArray } from 'drizzle-orm';
import { enqueueRefresh } from '#lib/catalog/authors/commands/mark-changed.ts';
import { findAnyRecord } from '#lib/catalog/authors/queries/find.ts';
import { storePersonId } from '#lib/catalog/ingest/commands/source-people.ts';
import { storeWorks } from '#lib/catalog/ingest/commands/store-works.ts';
import { fetchDoiMetadata } from '#lib/catalog/sources/doi.ts';
import { type ImportedWork, importedWork, untitledWork } from '#lib/catalog/sources/model.ts';
import { isVisibleRecord } from '#lib/catalog/visibility/model.ts';
import { notify } from '#lib/community/notifications/commands/notify.ts';
import { areNamesCompatible } from '#lib/governance/claims/model/claim-names.ts';
import { nameVariantsOf } from '#lib/governance/claims/queries/record-names.ts';
import { changeAuthorships } from '#lib/governance/identity/commands/changes.ts';
import { pinWork } from '#lib/governance/identity/commands/split.ts';
import { findMissingWork } from '#lib/governance/reports/queries.ts';
import { now } from '#lib/platform/clock.ts';
import { firstOf } from '#lib/platform/db/rows.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { reports } from '#lib/platform/db/schema/reports.ts';
import { authorships, works } from '#lib/platform/db/schema/works.ts';
import type { Reader, Store, Writer } from '#lib/platform/db/store.ts';
import { done, type Outcome } from '#lib/platform/outcome.ts';
import { TransientError } from '#lib/platform/transient-error.ts';

type Report = typeof reports.$inferSelect;
type Registry = (doi: string) => Promise<Outcome<ImportedWork, 'unknown_doi' | 'registry_unreachable'>>;

export const registryAt =
  (registries: { crossref: string; datacite: string }): Registry =>
  async (doi) => {
    const found = await fetchDoiMetadata(registries, doi);
    return found.ok ? done(found.value.work) : found;
  };

/**
 * Adds the work of an upheld report to its profile: a work that is here, or one that a registry knows by its DOI. The author of a compatible
 * name is the person of the profile; their authorship moves only from a profile without an owner and without another iD. Tells the owner what was added, or the
 * reporter that it could not be.
 */
export async function addMissingWork(store: Store, reportId: string, readRegistry: Registry): Promise<void> {
  const report = await upheldReport(store.reader, reportId);
  const found = report && (await findMissingWork(store.reader, report.facts.works));
  if (!report) return;
  const fetched = found && 'doi' in found ? await readRegistry(found.doi) : null;
  if (fetched && !fetched.ok && fetched.code === 'registry_unreachable')
    throw new TransientError(new Error('The registry did not answer.'), false);
  await store.transact(async (tx) => {
    await tx.lock('imports');
    const record = await findAnyRecord(tx, report.subjectId);
    if (!record || !isVisibleRecord(record) || !(await upheldReport(tx, reportId))) return;
    const names = await nameVariantsOf(tx, record);
    if (found && 'doi' in found && fetched?.ok) await storeRegistryWork(tx, record, names, found.doi, fetched.value);
    const work = await findMissingWork(tx, report.facts.works);
    const title = work && 'workId' in work ? await addToRecord(tx, record, names, { reportId, workId: work.workId }) : null;
    if (title === null) return notifyFailure(tx, report);
    await enqueueRefresh(tx);
    if (!record.ownerId || record.ownerId === report.reporterId) return;
    const facts = { author: record.id, path: `/authors/${record.id}/review`, change: 'work_added', by: 'reviewers', name: title };
    await notify(tx, { accountId: record.ownerId, kind: 'record_changed', facts, onceKey: `record_changed:${reportId}` });
  });
}

async function upheldReport(reader: Reader, id: string): Promise<Report | null> {
  const report = await firstOf(reader, reports, and(eq(reports.id, id), eq(reports.kind, 'missing_work'), eq(reports.state, 'upheld')));
  return report ?? null;
}

/** Stores the work as the registry states it. The author of a compatible name is the person of the profile, if only one has such a name. */
async function storeRegistryWork(
  tx: Writer,
  record: { key: number },
  names: readonly string[],
  doi: string,
  { identifiers, ...read }: ImportedWork,
): Promise<void> {
  const own = read.authors.filter((author) => areNamesCompatible(names, [author.name]));
  const personId = `${doi}#${own[0]?.name ?? ''}`.slice(0, 200);
  if (own.length === 1) await storePersonId(tx, 'registry', personId, record.key);
  const work = importedWork.parse({
    ...{ ...read, source: 'registry', recordId: doi },
    identifiers: identifiers.some(({ scheme }) => scheme === 'doi') ? identifiers : [...identifiers, { scheme: 'doi', value: doi }],
    authors: read.authors.map((author) => (own.length === 1 && author === own[0] ? { ...author, personId } : author)),
  });
  await storeWorks(tx, { source: 'registry', importId: null, observedAt: now(), works: [work] });
}

/** Makes a record the author of a work that is here. @returns the title; null if it cannot be */
async function addToRecord(
  tx: Writer,
  record: { key: number; id: string; orcid: string | null },
  names: readonly string[],
  { reportId, workId }: { reportId: string; workId: string },
): Promise<string | null> {
  const rows = await tx
    .select({ work: works.key, title: works.title, name: authorships.nameAsWritten, state: authorships.state, author: authors })
    .from(authorships)
    .innerJoin(works, and(eq(works.key, authorships.workKey), eq(works.id, workId)))
    .innerJoin(authors, eq(authors.key, authorships.authorKey))
    .where(and(isNotNull(authorships.position), notInArray(authorships.source, ['owner', 'correction'])));
  const compatible = rows.filter(({ name }) => areNamesCompatible(names, [name]));
  const [only] = compatible;
  if (compatible.length !== 1 || !only) return null;
  const title = only.title ?? untitledWork;
  if (only.author.key === record.key) return title;
  // Whose work it is needs the word of an owner, who has one.
  if (only.author.claimState !== 'unclaimed' || only.state !== 'asserted') return null;
  // The iD of another person: whose work it is needs a merge or a split, which two reviewers decide.
  if (only.author.orcid !== null && only.author.orcid !== record.orcid) return null;
  await changeAuthorships(tx, [only.work], [only.author.key, record.key], () =>
    pinWork(tx, { from: only.author, to: record, workKey: only.work, changeId: reportId }),
  );
  return title;
}

async function notifyFailure(tx: Writer, { id, reporterId, subjectId, facts }: Report): Promise<void> {
  if (!reporterId) return;
  const shown = {
    author: subjectId,
    path: '/me/network#reports',
    change: 'work_not_added',
    by: 'reviewers',
    name: String(facts.works ?? '').slice(0, 200),
  };
  await notify(tx, { accountId: reporterId, kind: 'record_changed', facts: shown, onceKey: `record_changed:${id}` });
}
