import { setImmediate as turn } from 'node:timers/promises';
import { and, eq } from 'drizzle-orm';
import { enqueueRefresh } from '#lib/catalog/authors/commands/mark-changed.ts';
import { refreshContexts } from '#lib/catalog/contexts/commands/refresh.ts';
import { enqueueTopics, findTopics, isLargeShare, topicsNowKey } from '#lib/catalog/contexts/commands/topics.ts';
import { refreshAuthors } from '#lib/catalog/refresh/commands/authors.ts';
import { mergeSearchIndexes } from '#lib/catalog/search-index/merge.ts';
import { validateWork } from '#lib/catalog/sources/checked-work.ts';
import type {
  ImportEvent,
  ImportedAuthor,
  ImportedWork,
  ImportSummary,
  KnownFiles,
  QuarantinedRecord,
  SourceId,
  SourcePeople,
} from '#lib/catalog/sources/model.ts';
import type { InputFile } from '#lib/catalog/sources/reading.ts';
import { now } from '#lib/platform/clock.ts';
import { isBusy, isUniqueViolation } from '#lib/platform/db/errors.ts';
import { imports } from '#lib/platform/db/schema/imports.ts';
import { analyzeGrownTables } from '#lib/platform/db/statistics.ts';
import type { Store, Writer } from '#lib/platform/db/store.ts';
import { newId } from '#lib/platform/id.ts';
import { completeJob, isJobWaiting } from '#lib/platform/jobs/queue.ts';
import { selectSupportedCounts } from '../queries.ts';
import { storeExternalProfile } from './author-pages.ts';
import { renameEarlierRecords } from './earlier-records.ts';
import { CompletedFiles, storeFileHashes } from './files.ts';
import { type RecordProblem, storeProblems } from './problems.ts';
import { storeQuarantined } from './quarantine.ts';
import { selectSourcePeople, storeSourcePeople } from './source-people.ts';
import { storeWorks } from './store-works.ts';
import { removeUnusedInputs, StoredInputs } from './stored-inputs.ts';

const maxPageWorks = 1000;
const maxPageBytes = 4 * 1024 * 1024;
const refreshBatchSize = 1000;

export interface ImportRunOptions {
  store: Store;
  source: SourceId;
  /** The path that the operator named, as shown in reports and stored with the import. */
  input: string;
  events: AsyncIterable<ImportEvent>;
  people?: SourcePeople;
  /** The files that the events are read from, which are stored with their records. */
  inputs?: readonly InputFile[];
  /** Hashes of the files that are read (`fingerprintsOf`), and the files among them that are skipped as unchanged (`selectUnchangedFiles`). */
  files?: { fingerprints: ReadonlyMap<string, string>; known: KnownFiles };
  /** Stops the run after the current page; it then ends as unfinished. */
  signal?: AbortSignal;
  onProgress?: (progress: ImportProgress) => void;
}

export interface ImportProgress {
  phase: 'works' | 'topics' | 'authors' | 'contexts';
  bytes: number;
  works: number;
  /** Works assigned to topics, or authors or contexts refreshed, in the phases after the first. */
  done: number;
  input: string;
}

export interface ImportResult {
  summary: ImportSummary;
  quarantined: (QuarantinedRecord & { input: string })[];
  /** Number of files that were skipped because they are unchanged since the last run. */
  skippedFiles: number;
  /** False if the run was stopped before the end; run it again to continue. */
  finished: boolean;
}

/**
 * Stores the stream of a source adapter: one page of works per transaction, together with the cursor of the run. Then finds topics, and
 * refreshes the affected authors and contexts. Can be killed and run again: stored records are then unchanged.
 */
export async function runImport({
  store,
  source,
  input,
  events,
  people,
  inputs = [],
  files,
  signal,
  onProgress,
}: ImportRunOptions): Promise<ImportResult> {
  const run = new ImportRun(store, { source, input, inputs, files, onProgress });
  await run.begin(people);
  try {
    for await (const event of events) {
      await run.handleEvent(event);
      if (signal?.aborted) break;
    }
    await run.flush();
    if (!signal?.aborted) await run.refresh(signal);
    return await run.end(signal?.aborted ? 'stopped' : 'finished');
  } catch (fault) {
    await run.end('failed').catch(() => undefined);
    throw fault;
  }
}

class ImportRun {
  private readonly store: Store;
  private readonly source: SourceId;
  private readonly input: string;
  private readonly onProgress: ((progress: ImportProgress) => void) | undefined;
  private readonly id = newId();
  private readonly observedAt = now();
  private people: SourcePeople = new Map();
  private page: { work: ImportedWork; input: string }[] = [];
  private readonly inputs: StoredInputs;
  private pageWeight = 0;
  private readonly progress: ImportProgress = { phase: 'works', bytes: 0, works: 0, done: 0, input: '' };
  private readonly counts = { added: 0, changed: 0, unchanged: 0 };
  private readonly adjusted: Record<string, number> = {};
  private readonly quarantined: ImportResult['quarantined'] = [];
  private problems: RecordProblem[] = [];
  private readonly problemCounts: Record<string, number> = {};
  private repeated = 0;
  /** Ids of the records of files that this run has read. */
  private readonly readIds = new Set<string>();
  /** Bytes of the current file that are counted already. */
  private partBytes = 0;

  private readonly files: CompletedFiles;
  private skippedFiles = 0;

  constructor(
    store: Store,
    { source, input, inputs = [], files, onProgress }: Pick<ImportRunOptions, 'source' | 'input' | 'inputs' | 'files' | 'onProgress'>,
  ) {
    this.store = store;
    this.source = source;
    this.input = input;
    this.onProgress = onProgress;
    this.inputs = new StoredInputs(source, inputs);
    this.files = new CompletedFiles(files?.fingerprints ?? new Map(), files?.known ?? new Map());
  }

  async begin(people: SourcePeople | undefined): Promise<void> {
    await this.transact(async (tx) => {
      if (people) await storeSourcePeople(tx, this.source, people);
      this.people = await selectSourcePeople(tx, this.source);
      await closeKilledRuns(tx, this.source, this.input);
      await tx
        .insert(imports)
        .values({ id: this.id, source: this.source, input: this.input, state: 'running', startedAt: this.observedAt });
    });
  }

  /** Retries a transaction after a lock conflict or unique violation caused by a concurrent process; the third failure fails the run. */
  private async transact<T>(work: (tx: Writer) => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.store.transact(work);
      } catch (fault) {
        if (tries >= 3 || !(isUniqueViolation(fault) || isBusy(fault))) throw fault;
      }
    }
  }

  async handleEvent(event: ImportEvent): Promise<void> {
    this.progress.input = event.input;
    const skippedWorks = this.files.recordEvent(event);
    if (event.kind === 'known') {
      this.skippedFiles += 1;
      this.counts.unchanged += skippedWorks;
      this.progress.works += skippedWorks;
    }
    if (event.kind === 'quarantined') await this.quarantine(event.input, event.record);
    else if (event.kind === 'work') await this.takeWork(event);
    else if (event.kind === 'profile') await this.takeProfile(event.input, event.author);
    else if (event.kind === 'repeated') this.repeated += 1;
    else {
      // The event of a whole file counts the rest of its bytes.
      const isPart = event.kind === 'part';
      this.progress.bytes += isPart ? event.bytes : event.bytes - this.partBytes;
      this.partBytes = isPart ? this.partBytes + event.bytes : 0;
      this.onProgress?.(this.progress);
      if (isPart) await turn();
    }
  }

  private async takeWork({ input, work: raw, problems = [], place }: Extract<ImportEvent, { kind: 'work' }>): Promise<void> {
    const checked = validateWork(raw);
    if (!checked.ok) {
      const reason = `The field ${checked.field} does not fit: ${checked.message}. Fix the record and import it again.`;
      this.files.recordFault();
      return this.quarantine(input, { recordId: raw.recordId, reason, excerpt: JSON.stringify(raw).slice(0, 200) });
    }
    for (const change of checked.changes) this.adjusted[change] = (this.adjusted[change] ?? 0) + 1;
    const { recordId } = checked.work;
    for (const problem of problems) {
      this.problemCounts[problem.message] = (this.problemCounts[problem.message] ?? 0) + 1;
      this.problems.push({ ...problem, recordId, place: place ? `${input}, ${place}` : input });
    }
    await this.inputs.begin(this.store, input);
    this.page.push({ work: checked.work, input });
    this.pageWeight += weightOf(checked.work);
    if (this.page.length >= maxPageWorks || this.pageWeight >= maxPageBytes) await this.flush();
  }

  private async takeProfile(input: string, author: ImportedAuthor): Promise<void> {
    await this.flush();
    const page = { author, importId: this.id, observedAt: this.observedAt };
    if ((await this.transact((tx) => storeExternalProfile(tx, page))) !== null) return;
    const reason = 'None of the works has an author of the name of the profile. The works are imported.';
    await this.quarantine(input, { recordId: author.recordId, reason, excerpt: '' });
  }

  async flush(): Promise<void> {
    const page = this.page;
    if (page.length === 0) return;
    const works = page.map(({ work }) => work);
    const { problems } = this;
    this.page = [];
    this.pageWeight = 0;
    this.problems = [];
    const stored = await this.transact(async (tx) => {
      const { source, id: importId, observedAt, people } = this;
      const keys = await this.inputs.write(tx);
      const inputKeys = new Map(
        page.flatMap(({ work, input }) => (keys.has(input) ? [[work.recordId, keys.get(input) ?? 0] as const] : [])),
      );
      if (source === 'bibtex') await renameEarlierRecords(tx, source, works, this.readIds);
      const counts = await storeWorks(tx, { source, importId, observedAt, works, people, inputKeys });
      await storeProblems(tx, { source, importId, observedAt, works, problems });
      const changed = counts.added + counts.changed + counts.volumes;
      if (changed === 0) return counts;
      await enqueueTopics(tx, this.counts.added + this.counts.changed + changed);
      const cursor = { input: this.progress.input, recordId: works.at(-1)?.recordId ?? '' };
      await tx.update(imports).set({ cursor }).where(eq(imports.id, this.id));
      await enqueueRefresh(tx);
      return counts;
    });
    await analyzeGrownTables(this.store);
    if (this.source === 'bibtex') for (const { recordId } of works) this.readIds.add(recordId);
    for (const key of ['added', 'changed', 'unchanged'] as const) this.counts[key] += stored[key];
    this.progress.works += works.filter(({ isVolume }) => !isVolume).length;
    this.onProgress?.(this.progress);
    await turn();
  }

  private async quarantine(input: string, record: QuarantinedRecord): Promise<void> {
    this.quarantined.push({ ...record, input });
    const { source, id: importId, observedAt } = this;
    await this.transact((tx) => storeQuarantined(tx, { ...record, source, input, importId, observedAt }));
  }

  /**
   * Topics first, because authors count their topics; contexts last, because they count their people. Finally merges the search index, after a
   * large change.
   */
  async refresh(signal: AbortSignal | undefined): Promise<void> {
    await this.findTopics(signal);
    await this.bringUpToDate('authors', refreshAuthors, signal);
    await this.bringUpToDate('contexts', refreshContexts, signal);
    const changed = this.counts.added + this.counts.changed;
    if (changed === 0 || signal?.aborted) return;
    // After a small change, the merge of a whole index would cost more than the change: it is left to the worker, which checks every hour.
    if (await isLargeShare(this.store.reader, changed)) await mergeSearchIndexes(this.store);
  }

  /** Skipped unless a large share of all works has changed since topics were last found. */
  private async findTopics(signal: AbortSignal | undefined): Promise<void> {
    if (!(await isJobWaiting(this.store.reader, topicsNowKey))) return;
    const startedAt = now();
    this.progress.phase = 'topics';
    const onProgress = ({ works }: { works: number }): void => {
      this.progress.done = works;
      this.onProgress?.(this.progress);
    };
    await findTopics(this.store, { onProgress, ...(signal && { signal }) });
    if (!signal?.aborted) await this.transact((tx) => completeJob(tx, topicsNowKey, startedAt));
  }

  private async bringUpToDate(
    phase: 'authors' | 'contexts',
    refresh: (tx: Writer, limit: number) => Promise<number>,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    this.progress.phase = phase;
    this.progress.done = 0;
    for (let isRemaining = true; isRemaining && !signal?.aborted; ) {
      const refreshed = await this.transact((tx) => refresh(tx, refreshBatchSize));
      await analyzeGrownTables(this.store);
      this.progress.done += refreshed;
      this.onProgress?.(this.progress);
      // SQLite queries run synchronously. Without yielding to the event loop, no stop signal could be received.
      await turn();
      isRemaining = refreshed === refreshBatchSize;
    }
  }

  async end(state: 'finished' | 'stopped' | 'failed'): Promise<ImportResult> {
    const supported = await selectSupportedCounts(this.store.reader, this.source);
    const skipped: Record<string, number> = {};
    for (const { reason } of this.quarantined) skipped[reason] = (skipped[reason] ?? 0) + 1;
    const summary = {
      ...supported,
      ...this.counts,
      quarantined: this.quarantined.length,
      skipped,
      adjusted: this.adjusted,
      problems: this.problemCounts,
      repeated: this.repeated,
    };
    await this.transact(async (tx) => {
      await tx.update(imports).set({ state, summary, finishedAt: now() }).where(eq(imports.id, this.id));
      if (state === 'finished') await removeUnusedInputs(tx, this.source);
      if (state === 'finished' && this.files.done.size > 0) await storeFileHashes(tx, this.source, this.id, this.files.done);
    });
    return { summary, quarantined: this.quarantined, skippedFiles: this.skippedFiles, finished: state === 'finished' };
  }
}

/**
 * Marks earlier runs of the same input as failed, because a killed run cannot do so itself. If such a run is still active in another
 * process, it overwrites this state when it ends.
 */
async function closeKilledRuns(tx: Writer, source: SourceId, input: string): Promise<void> {
  const isRunning = and(eq(imports.source, source), eq(imports.input, input), eq(imports.state, 'running'));
  await tx.update(imports).set({ state: 'failed', finishedAt: now() }).where(isRunning);
}

/** Returns the approximate size of a record in bytes, to bound a page. */
const weightOf = (work: ImportedWork): number =>
  500 + 200 * work.authors.length + (work.abstract ?? []).reduce((sum, node) => sum + (typeof node === 'string' ? node.length : 100), 0);
