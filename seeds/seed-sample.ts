import { and, count, eq } from 'drizzle-orm';
import { storeOrganisations } from '#lib/catalog/contexts/commands/organisations.ts';
import { refreshContexts } from '#lib/catalog/contexts/commands/refresh.ts';
import { findTopics } from '#lib/catalog/contexts/commands/topics.ts';
import { computeIndicators } from '#lib/catalog/indicators/commands/compute.ts';
import { storeAuthor } from '#lib/catalog/ingest/commands/author-pages.ts';
import { storeWorks } from '#lib/catalog/ingest/commands/store-works.ts';
import { refreshAuthors } from '#lib/catalog/refresh/commands/authors.ts';
import type { ImportedWork, SourceId } from '#lib/catalog/sources/model.ts';
import { suggestSamePeople } from '#lib/governance/identity/commands/suggest-same-person.ts';
import { addMs, daysMs, now, setClock } from '#lib/platform/clock.ts';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { imports, sourceRecords } from '#lib/platform/db/schema/imports.ts';
import { reader, store, transact } from '#lib/platform/db/store.ts';
import { sealPrintedAddress } from '#lib/platform/keys/seal.ts';
import { explainFault } from '#lib/platform/log/faults.ts';
import { parseLatex } from '#lib/platform/text/latex/tree.ts';
import { coastSurvey, inventedWorks } from './people.ts';
import { ownSummaries, referencePages } from './reference-pages.ts';
import { createSampleActivity } from './sample-activity.ts';

// Fills an empty database with the sample instance, once. If it is interrupted, the next start resumes it, because each step is
// idempotent. A database with other content is not changed.
const sampleId = 'sample';
/** Days between the import of the sample and the first start; the activity of its people (`sample-activity.ts`) lies in between. */
const importedDaysBefore = 28;

async function seedSample(): Promise<void> {
  const [importRun] = await reader().select().from(imports).where(eq(imports.id, sampleId)).limit(1);
  if (importRun?.state === 'finished' || (!importRun && !(await isEmpty()))) return;
  const startedAt = importRun?.startedAt ?? now();
  if (!importRun) {
    await transact((tx) =>
      tx.insert(imports).values({ id: sampleId, source: 'peergraph', input: 'seeds', state: 'running', startedAt }).onConflictDoNothing(),
    );
  }
  const importedAt = addMs(startedAt, -daysMs(importedDaysBefore));
  setClock(() => importedAt);
  const pages = referencePages();
  for (const { works, author } of pages) {
    for (const [source, records] of Map.groupBy(works, (work) => work.source)) await storePage(source, records, importedAt);
    if (author) await transact((tx) => storeAuthor(tx, { author, importId: sampleId, observedAt: importedAt }));
  }
  await storePage('peergraph', ownSummaries(pages), importedAt);
  await transact((tx) => storeOrganisations(tx, [coastSurvey], importedAt));
  await storePage('sample', inventedWorks(parseLatex, sealPrintedAddress()), importedAt);
  await findTopics(store());
  await refreshAll();
  await createSampleActivity(startedAt);
  setClock(() => new Date());
  await refreshAll();
  const keys = await reader().select({ key: authors.key }).from(authors);
  await transact((tx) =>
    suggestSamePeople(
      tx,
      keys.map(({ key }) => key),
    ),
  );
  await computeIndicators(store());
  const summary = await countRecords();
  await transact((tx) => tx.update(imports).set({ state: 'finished', summary, finishedAt: now() }).where(eq(imports.id, sampleId)));
}

/** Counts all works of the import run, including those stored before an interruption. */
async function countRecords() {
  const [row] = await reader()
    .select({ added: count() })
    .from(sourceRecords)
    .where(and(eq(sourceRecords.importId, sampleId), eq(sourceRecords.kind, 'work')));
  return { added: row?.added ?? 0, changed: 0, quarantined: 0 };
}

async function isEmpty(): Promise<boolean> {
  const [author] = await reader().select({ key: authors.key }).from(authors).limit(1);
  const [account] = await reader().select({ id: accounts.id }).from(accounts).limit(1);
  return !author && !account;
}

const storePage = (source: SourceId, works: ImportedWork[], observedAt: Date) =>
  transact((tx) => storeWorks(tx, { source, importId: sampleId, observedAt, works }));

async function refreshAll(): Promise<void> {
  while ((await transact((tx) => refreshAuthors(tx, 500))) > 0);
  while ((await transact((tx) => refreshContexts(tx, 500))) > 0);
}

try {
  await seedSample();
  await store().close();
} catch (error) {
  console.error(explainFault(error) ?? error);
  process.exitCode = 1;
}
