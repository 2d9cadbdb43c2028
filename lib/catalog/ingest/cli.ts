import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { SingleBar } from 'cli-progress';
import { Command } from 'commander';
import { maxAuthorsForEdges } from '#lib/catalog/graph/model/coauthors.ts';
import { aclAnthology, aclParserVersion } from '#lib/catalog/sources/acl-anthology/adapter.ts';
import { addNamesWithIds, readAclNames } from '#lib/catalog/sources/acl-anthology/people.ts';
import { readAclVenues } from '#lib/catalog/sources/acl-anthology/venues.ts';
import { sealAddresses } from '#lib/catalog/sources/addresses.ts';
import { bibtex } from '#lib/catalog/sources/bibtex/adapter.ts';
import { type ImportEvent, maxCollectionCharacters, type SourceId, sources } from '#lib/catalog/sources/model.ts';
import { openalex } from '#lib/catalog/sources/openalex.ts';
import { fingerprintsOf, InputError, type InputFile, listInputFiles } from '#lib/catalog/sources/reading.ts';
import { researchObjects } from '#lib/catalog/sources/research-object.ts';
import { ror } from '#lib/catalog/sources/ror.ts';
import { rereadPayload } from '#lib/catalog/sources/stored-payload.ts';
import { formatCount, formatNumber, printLine, runCommand } from '#lib/platform/command-line.ts';
import type { Store } from '#lib/platform/db/store.ts';
import { openMigratedStore } from '#lib/platform/db/upgrade.ts';
import { env } from '#lib/platform/env.ts';
import { newId } from '#lib/platform/id.ts';
import { enqueue } from '#lib/platform/jobs/queue.ts';
import { sealPrintedAddress } from '#lib/platform/keys/seal.ts';
import { selectUnchangedFiles } from './commands/files.ts';
import { importRegistry, type RegistryProgress, type RegistryResult } from './commands/registry.ts';
import {
  type RereadCounts,
  rereadableSources,
  rereadSource,
  selectGroupsAsPeople,
  selectReplaced,
  selectRereadPosition,
  selectStoredVenues,
  storeRereadPosition,
} from './commands/reread.ts';
import { type ImportProgress, type ImportResult, type ImportRunOptions, runImport } from './commands/run.ts';
import { selectProblems } from './queries.ts';

/** A small cache suffices: an import scans titles once, and its repeated reads are inside transactions. */
const readCacheMb = 8;

const phaseTexts: Record<Exclude<ImportProgress['phase'], 'works'>, (done: number) => string> = {
  topics: (done) => `${formatCount(done, 'work')} put under topics`,
  authors: (done) => `${formatCount(done, 'author')} brought up to date`,
  contexts: (done) => `${formatCount(done, 'topic, venue or institution', 'topics, venues and institutions')} brought up to date`,
};

/** Shows a progress bar on a terminal, and otherwise a line every five seconds. */
function createProgress(totalBytes: number): { show(progress: ImportProgress): void; end(): void } {
  if (process.stdout.isTTY) {
    const bar = new SingleBar({ format: '{bar} {percentage}% · {works} · {note}', hideCursor: true, etaBuffer: 100 });
    bar.start(Math.max(1, totalBytes), 0, { works: formatCount(0, 'work'), note: '' });
    return {
      show: ({ bytes, works, phase, done, input }) => {
        const note = phase === 'works' ? input : phaseTexts[phase](done);
        bar.update(Math.min(bytes, totalBytes), { works: formatCount(works, 'work'), note });
      },
      end: () => bar.stop(),
    };
  }
  let lastReportAt = Date.now();
  return {
    show: ({ bytes, works, phase, done }) => {
      if (Date.now() - lastReportAt < 5000) return;
      lastReportAt = Date.now();
      const percent = totalBytes > 0 ? Math.round((100 * bytes) / totalBytes) : 100;
      printLine(phase === 'works' ? `${percent} % read, ${formatCount(works, 'work')}` : phaseTexts[phase](done));
    },
    end: () => undefined,
  };
}

function reportImport(source: SourceId, { summary, quarantined, skippedFiles, finished }: ImportResult, seconds: number): void {
  const recordCount = summary.added + summary.changed + summary.unchanged;
  printLine(finished ? 'The import is finished.' : stoppedText);
  printLine(
    `Now from this source: ${formatCount(summary.works, 'work')}, ${formatCount(summary.authors, 'author')}, ${formatCount(summary.edges, 'co-author edge')}.`,
  );
  if (summary.volumes > 0)
    printLine(`Editors: ${formatCount(summary.volumes, 'edited volume')} with ${formatCount(summary.editors, 'name')}.`);
  if (summary.withoutEdges > 0) {
    const authors = formatCount(maxAuthorsForEdges, 'author');
    printLine(
      `${formatCount(summary.withoutEdges, 'work')} with more than ${authors} ${summary.withoutEdges === 1 ? 'adds' : 'add'} no co-author edges.`,
    );
  }
  printLine(
    `This run: ${formatCount(summary.added, 'record')} new, ${formatNumber(summary.changed)} changed, ${formatNumber(summary.unchanged)} unchanged, ${formatNumber(summary.quarantined)} quarantined.`,
  );
  reportProblems(source, summary);
  for (const [change, works] of Object.entries(summary.adjusted)) printLine(`${change} (${formatCount(works, 'work')})`);
  if (skippedFiles > 0) {
    const files = formatCount(skippedFiles, 'file is unchanged and was', 'files are unchanged and were');
    printLine(`${files} skipped (--read-all reads ${skippedFiles === 1 ? 'it' : 'them'} again).`);
  }
  const recordsPerSecond = Math.round(recordCount / Math.max(seconds, 0.001));
  printLine(`It took ${seconds.toFixed(1)} s, ${formatCount(recordsPerSecond, 'record')} a second.`);
  if (quarantined.length === 0) return;
  printLine();
  reportQuarantined(
    quarantined.map(({ input, recordId, reason }) => [isNamedIn(recordId, input) ? recordId : `${input}, ${recordId}`, reason]),
  );
}

/** Prints how many values could not be read, by kind. */
function reportProblems(source: string, { problems, repeated }: ImportResult['summary']): void {
  if (repeated > 0)
    printLine(`${formatCount(repeated, 'entry repeats', 'entries repeat')} an earlier one and ${repeated === 1 ? 'was' : 'were'} skipped.`);
  const kinds = Object.entries(problems).sort(([, a], [, b]) => b - a);
  if (kinds.length === 0) return;
  printLine(
    `${formatCount(
      kinds.reduce((sum, [, count]) => sum + count, 0),
      'value',
    )} could not be read in full (npm run import -- problems ${source} lists them):`,
  );
  for (const [message, count] of kinds.slice(0, 20)) printLine(`  ${formatNumber(count)}: ${message}`);
}

const keptTexts: Record<string, string> = { 'as text': 'kept as text', 'without it': 'left out', 'in part': 'kept in part' };

/** Lists what could not be read of the current records, with file and place. */
async function listProblems(source: string | undefined): Promise<void> {
  const store = await openMigratedStore(env(), { readCacheMb });
  try {
    let count = 0;
    for await (const { place, field, given, message, kept } of selectProblems(store.reader, source)) {
      count += 1;
      printLine(`${place}: ${field}: ${given === '' ? '' : `“${given}” – `}${message} (${keptTexts[kept] ?? kept})`);
    }
    printLine(count === 0 ? 'All values were read.' : `${formatCount(count, 'value')} could not be read in full.`);
  } finally {
    await store.close();
  }
}

const stoppedText = 'The import was stopped. Everything stored so far is kept. Run it again to continue.';

function reportQuarantined(records: readonly (readonly [name: string, reason: string])[]): void {
  printLine(`Set aside (${formatNumber(records.length)}), each with its reason, also for admins at /admin/set-aside:`);
  for (const [name, reason] of records.slice(0, 20)) printLine(`  ${name}: ${reason}`);
  if (records.length > 20) printLine(`  and ${formatNumber(records.length - 20)} more`);
}

/** Returns true if the id of a quarantined record begins with its file: `works.json, line 4`. */
const isNamedIn = (recordId: string, input: string): boolean => recordId === input || recordId.startsWith(`${input}, `);

function reportRegistry({ added, changed, unchanged, quarantined, finished }: RegistryResult, seconds: number): void {
  printLine(finished ? 'The registry is imported, and every affiliation was read again.' : stoppedText);
  printLine(
    `${formatCount(added, 'organisation')} new, ${formatNumber(changed)} changed, ${formatNumber(unchanged)} unchanged, ${formatNumber(quarantined.length)} quarantined.`,
  );
  printLine(`It took ${seconds.toFixed(1)} s.`);
  if (quarantined.length > 0) reportQuarantined(quarantined.map(({ recordId, reason }) => [recordId, reason]));
}

/** Opens the store, runs the import and prints the report. The exit code is 0 only if every record was imported. */
async function withStore<Result extends { finished: boolean; quarantined: unknown[] }>(
  runImportTask: (store: Store, signal: AbortSignal) => Promise<Result>,
  reportResult: (result: Result, seconds: number) => void,
): Promise<void> {
  const stop = new AbortController();
  const onSignal = (): void => {
    if (stop.signal.aborted) process.exit(130);
    printLine();
    printLine('Stopping after the current batch. Press Ctrl+C again to stop at once; nothing stored is lost.');
    stop.abort();
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  const store = await openMigratedStore(env(), { readCacheMb });
  try {
    const startedAt = performance.now();
    const result = await runImportTask(store, stop.signal);
    reportResult(result, (performance.now() - startedAt) / 1000);
    process.exitCode = !result.finished ? 130 : result.quarantined.length > 0 ? 1 : 0;
  } finally {
    await store.close();
  }
}

/** Returns the Anthology's list of people: the named file, or the one in the Anthology's folder layout. */
function findNameList(path: string, namedPath: string | undefined): string | undefined {
  if (namedPath) return namedPath;
  const folder = statSync(path).isDirectory() ? path : dirname(path);
  const folders = [folder, dirname(folder), join(dirname(folder), 'acl'), join(dirname(folder), 'yaml')];
  const files = folders.flatMap((candidate) => ['name_variants.yaml', 'people.yaml'].map((name) => join(candidate, name)));
  return files.find((file) => existsSync(file));
}

/** Returns the Anthology's list of venues: the named path, or the one in the Anthology's folder layout. */
function findVenueList(path: string, namedPath: string | undefined): string | undefined {
  if (namedPath) return namedPath;
  const folder = statSync(path).isDirectory() ? path : dirname(path);
  const files = [folder, dirname(folder), join(dirname(folder), 'acl')].map((folderPath) => join(folderPath, 'venues.json'));
  return [...files, join(dirname(folder), 'yaml', 'venues')].find((each) => existsSync(each));
}

interface AnthologyOptions {
  nameVariants?: string;
  venues?: string;
  readAll?: boolean;
}

async function importAnthology(path: string, { nameVariants, venues, readAll = false }: AnthologyOptions): Promise<void> {
  const files = await listInputFiles(path, '.xml');
  const nameList = findNameList(path, nameVariants);
  if (nameList) printLine(`Names: ${nameList}`);
  else printLine('Names: no name_variants.yaml or people.yaml found, so spellings of one person are merged less (--name-variants <file>).');
  const venueList = findVenueList(path, venues);
  if (venueList) printLine(`Venues: ${venueList}`);
  else printLine('Venues: no venues.json or yaml/venues found, so venues are named by their ids (--venues <file or folder>).');
  const venueNames = venueList ? await readAclVenues(venueList) : new Map();
  const listFingerprints = await fingerprintsOf(nameList ? [{ path: nameList, name: nameList }] : [], '');
  // An unreadable list has no hash. The random id then matches no stored file, and reading the list reports the error.
  const listFingerprint = nameList ? (listFingerprints.get(nameList) ?? newId()) : '';
  const fingerprints = await fingerprintsOf(
    files,
    JSON.stringify([aclParserVersion, [...venueNames], listFingerprint, sealPrintedAddress()('')]),
  );
  await importStream('acl-anthology', path, files, async ({ reader }) => {
    const knownFiles = readAll ? new Map() : await selectUnchangedFiles(reader, 'acl-anthology', fingerprints);
    // A known file was read with the same lists, and its names are stored.
    const people = nameList && knownFiles.size === 0 ? await readAclNames(nameList) : new Map();
    const unreadFiles = files.filter(({ name }) => !knownFiles.has(name));
    await addNamesWithIds(people, unreadFiles);
    return { events: aclAnthology(files, venueNames, knownFiles), files: { fingerprints, known: knownFiles }, people };
  });
}

/** Options of sources whose files have no name of their own. */
interface FileOptions {
  name?: string;
}

/** Gives works the operator's name for their file, by which pages state where a value is from. */
async function* withCollection(events: AsyncIterable<ImportEvent>, { name }: FileOptions): AsyncGenerator<ImportEvent> {
  const collection = name?.trim().slice(0, maxCollectionCharacters);
  for await (const event of events) yield collection && event.kind === 'work' ? { ...event, work: { ...event.work, collection } } : event;
}

async function importBibtex(path: string, options: FileOptions): Promise<void> {
  const files = await listInputFiles(path, '.bib');
  await importStream('bibtex', path, files, async () => ({ events: withCollection(bibtex(files), options) }));
}

const registryPhaseTexts: Record<RegistryProgress['phase'], (done: number) => string> = {
  organisations: (done) => formatCount(done, 'organisation'),
  affiliations: (done) => `${formatCount(done, 'work')} looked at for affiliations`,
  authors: (done) => `${formatCount(done, 'author')} brought up to date`,
  contexts: (done) => `${formatCount(done, 'institution')} brought up to date`,
};

async function importOpenAlex(path: string): Promise<void> {
  const files = await listInputFiles(path, '.gz', '.jsonl', '.json');
  await importStream('openalex', path, files, async () => ({ events: openalex(files) }));
}

async function importResearchObject(path: string): Promise<void> {
  const files = await listInputFiles(path, '.json');
  await importStream('research-object', path, files, async () => ({ events: researchObjects(files) }));
}

async function importRor(path: string): Promise<void> {
  const [file] = await listInputFiles(path, '.json');
  if (!file || statSync(path).isDirectory()) throw new InputError(`${path} is a folder. Name the JSON file of a ROR data dump.`);
  printLine(`Reading ${file.name}, ${Math.ceil(file.bytes / 1e6)} MB`);
  let lastReportAt = Date.now();
  await withStore(
    (store, signal) =>
      importRegistry(store, {
        input: path,
        events: ror(file),
        signal,
        onProgress: ({ phase, done }) => {
          if (Date.now() - lastReportAt < 2000) return;
          lastReportAt = Date.now();
          printLine(registryPhaseTexts[phase](done));
        },
      }),
    reportRegistry,
  );
}

async function importStream(
  source: SourceId,
  input: string,
  files: readonly InputFile[],
  openStream: (store: Store) => Promise<Pick<ImportRunOptions, 'events' | 'people' | 'files'>>,
): Promise<void> {
  const totalBytes = files.reduce((sum, { bytes }) => sum + bytes, 0);
  printLine(`Reading ${formatCount(files.length, 'file')}, ${Math.ceil(totalBytes / 1e6)} MB`);
  await withStore(
    async (store, signal) => {
      const { events, ...options } = await openStream(store);
      const progress = createProgress(totalBytes);
      const sealedEvents = sealAddresses(events, sealPrintedAddress());
      return runImport({
        ...options,
        store,
        source,
        input,
        inputs: files,
        events: sealedEvents,
        signal,
        onProgress: progress.show,
      }).finally(progress.end);
    },
    (result, seconds) => reportImport(source, result, seconds),
  );
}

/** How each source reads its files, for stored files. */
const readers: Partial<Record<SourceId, (files: readonly InputFile[], store: Store) => AsyncIterable<ImportEvent>>> = {
  'acl-anthology': (files, { reader }) => readWithStoredVenues(files, reader),
  bibtex: (files) => bibtex(files),
  openalex: (files) => openalex(files),
  'research-object': (files) => researchObjects(files),
};

async function* readWithStoredVenues(files: readonly InputFile[], reader: Store['reader']): AsyncGenerator<ImportEvent> {
  yield* aclAnthology(files, await selectStoredVenues(reader));
}

const readingInput = 'reread';

async function rereadSources(source: string | undefined, { dryRun = false }: { dryRun?: boolean }): Promise<void> {
  const named = source === undefined ? rereadableSources : rereadableSources.filter((id) => id === source);
  if (named.length === 0)
    throw new InputError(`There is no source ${source}. Name one of ${rereadableSources.join(', ')}, or none for all.`);
  await withStore(
    async (store, signal) => {
      const startedAt = new Date();
      for (const id of named) await rereadOne(store, id, dryRun, signal);
      if (!dryRun && !signal.aborted) await endReplacedRecords(store, startedAt);
      return { finished: !signal.aborted, quarantined: [] };
    },
    (_, seconds) => printLine(`It took ${seconds.toFixed(1)} s.`),
  );
}

/** Reads one source again, and continues where an interrupted run has ended. */
async function rereadOne(store: Store, source: SourceId, isDryRun: boolean, signal: AbortSignal): Promise<void> {
  const read = readers[source];
  const counts = await rereadSource({
    ...{ store, source, isDryRun, signal, rereadPayload },
    read: (files) => sealAddresses(read?.(files, store) ?? noEvents(), sealPrintedAddress()),
    after: isDryRun ? 0 : await selectRereadPosition(store.reader, source),
    onProgress: ({ completed }) => (isDryRun ? undefined : storeRereadPosition(store, source, completed)),
  });
  if (!isDryRun && !signal.aborted) {
    await storeRereadPosition(store, source, 0);
    await runImport({ store, source, input: readingInput, events: noEvents(), signal });
  }
  reportReread(source, counts, isDryRun);
}

async function* noEvents(): AsyncGenerator<ImportEvent> {}

function reportReread(
  source: SourceId,
  { files, unchanged, changed, added, ended, missing, fields }: RereadCounts,
  isDryRun: boolean,
): void {
  if (files + unchanged + changed + added + ended === 0) return;
  printLine(`${sources[source].name}: ${formatCount(files, 'stored file')}`);
  printLine(
    `  ${formatCount(changed, 'record')} ${isDryRun ? 'would change' : 'changed'}, ${formatNumber(added)} new, ${formatNumber(ended)} ended, ${formatNumber(unchanged)} unchanged.`,
  );
  for (const [field, records] of Object.entries(fields).sort(([, a], [, b]) => b - a))
    printLine(`  ${field}: ${formatCount(records, 'record')}`);
  if (missing > 0)
    printLine(
      `  ${formatCount(missing, 'record')} without a stored file: import the file again to read fields that earlier versions left out.`,
    );
}

async function endReplacedRecords(store: Store, since: Date): Promise<void> {
  const replaced = await store.transact(async (tx) => {
    const records = [...(await selectReplaced(tx, since)), ...(await selectGroupsAsPeople(tx))];
    for (const payload of records)
      await enqueue(tx, { kind: 'end-replaced-record', payload, onceKey: `end-replaced-record:${payload.authorId}` });
    return records.length;
  });
  if (replaced > 0)
    printLine(
      `${formatCount(replaced, 'profile')} of names that are read in another way now, or name a group or nobody, will be corrected when the worker runs.`,
    );
}

const program = new Command('npm run import --').showHelpAfterError().description('Imports works and authors from a source.');
program
  .command('acl-anthology')
  .description('The ACL Anthology in its own XML (github.com/acl-org/acl-anthology, data/xml)')
  .argument('<path>', 'an XML file, or a folder of them')
  .option('--name-variants <file>', 'its name_variants.yaml or people.yaml, if it is not next to the XML')
  .option('--venues <path>', 'its venues.json or folder yaml/venues, if it is not next to the XML')
  .option('--read-all', 'reads unchanged files again')
  .action(importAnthology);
program
  .command('bibtex')
  .description('BibTeX or biblatex')
  .argument('<path>', 'a .bib file, or a folder of them')
  .option('--name <name>', 'the name of the file on pages, such as "Department bibliography"')
  .action(importBibtex);
program
  .command('openalex')
  .description('Works of OpenAlex: files of its snapshot, or saved responses of its API (docs.openalex.org)')
  .argument('<path>', 'a file with one work on each line (gzip is accepted), a .json response, or a folder of them')
  .action(importOpenAlex);
program
  .command('research-object')
  .description('Profiles with their works from other instances: ro-crate-metadata.json (RO-Crate 1.1)')
  .argument('<path>', 'a .json file, or a folder of them')
  .action(importResearchObject);
program
  .command('problems')
  .description('Lists the values that could not be read, with file and place')
  .argument('[source]', 'a source, such as bibtex')
  .action(listProblems);
program
  .command('ror')
  .description('Organisations of the Research Organization Registry, for matching affiliations (ror.org, its data dump)')
  .argument('<file>', 'its JSON file, or a file with one record on each line (gzip is accepted)')
  .action(importRor);

program
  .command('reread')
  .description('Reads what was imported again with the present readers, without the files')
  .argument('[source]', 'a source; by default all')
  .option('--dry-run', 'shows what would change, and changes nothing')
  .action(rereadSources);

await runCommand(() => program.parseAsync());
