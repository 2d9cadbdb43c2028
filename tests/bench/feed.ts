import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { parseFeedCursor, topFeedPosition } from '#lib/community/feeds/model.ts';
import { feedPage } from '#lib/community/feeds/queries/page.ts';
import { followAuthor } from '#lib/community/follows/commands/authors.ts';
import { mintActor } from '#lib/platform/auth/actor.ts';
import { dialect } from '#lib/platform/db/columns.ts';
import type { Store, Writer } from '#lib/platform/db/store.ts';
import { freshDatabase } from '../database.ts';
import { startPostgres } from '../postgres.ts';

// Cost of feeds at three sizes: reading a page, and importing 10,000 works of an author with up to 100,000 followers.
const works = 100_000;
const authors = 20_000;
const contexts = 500;
const perWork = 3;
const readers = 20;
const follows = [10, 100, 1000];
const sizes = [10_000, 100_000, 1_000_000];
const maxStarFollowers = 100_000;
const importedWorks = 10_000;
const pageLimit = 30;

const at = dialect === 'postgres' ? new Date().toISOString() : Date.now();

/** Returns a seeded generator of numbers from 0 to 1 (mulberry32). */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

async function insertRows(store: Store, table: string, columns: string[], count: number, row: (each: number) => unknown[]): Promise<void> {
  for (let start = 0; start < count; start += 10_000) {
    const rows = Array.from({ length: Math.min(10_000, count - start) }, (_, each) => row(start + each));
    await store.transact((tx: Writer) => tx.insertRows({ table, columns, rows, onConflict: 'on conflict do nothing' }));
  }
}

async function createCorpus(store: Store): Promise<void> {
  const random = seededRandom(1);
  // Skewed: few authors have many works, most have few.
  const randomAuthor = () => 1 + Math.floor(authors * random() ** 2);
  const times = [at, at];
  await insertRows(store, 'authors', ['id', 'slug', 'name', 'sort_name', 'works_count', 'created_at', 'updated_at'], authors, (each) => [
    ...[`author-${each + 1}`, `author-${each + 1}`, `Author ${each + 1}`, `author ${each + 1}`, 5],
    ...times,
  ]);
  await insertRows(
    store,
    'contexts',
    ['id', 'kind', 'slug', 'name_key', 'name', 'sort_name', 'works_count', 'created_at', 'updated_at'],
    contexts,
    (each) => [
      ...[`topic-${each + 1}`, 'topic', `topic-${each + 1}`, `topic-${each + 1}`, `Topic ${each + 1}`, `topic ${each + 1}`, 400],
      ...times,
    ],
  );
  await insertRows(store, 'works', ['id', 'title', 'type', 'year', 'authors_count', 'created_at', 'updated_at'], works, (each) => [
    ...[`work-${each + 1}`, `A work on matter ${each % 997}, part ${each}`, 'article', 2026, perWork],
    ...times,
  ]);
  const columns = ['work_key', 'author_key', 'position', 'name_as_written', 'resolved_by', 'source', 'sort_date'];
  await insertRows(store, 'authorships', columns, works * perWork, (each) => {
    const author = randomAuthor();
    return [1 + Math.floor(each / perWork), author, 1 + (each % perWork), `Author ${author}`, 'name_in_source', 'bibtex', 20260101];
  });
  await insertRows(store, 'work_contexts', ['work_key', 'context_key', 'sort_date'], works * 2, (each) => [
    1 + Math.floor(each / 2),
    1 + Math.floor(contexts * random() ** 2),
    20260101,
  ]);
}

/** Creates accounts that follow 10, 100 and 1,000 authors, and a fifth as many topics. */
async function createReaders(store: Store): Promise<void> {
  const random = seededRandom(2);
  for (const count of follows) {
    const readerId = (each: number) => `reader-${count}-${Math.floor(each / count)}`;
    const people = readers * count;
    await insertRows(store, 'follows', ['account_id', 'author_id', 'state', 'since'], people, (each) => [
      readerId(each),
      `author-${1 + Math.floor(random() * authors)}`,
      'on',
      at,
    ]);
    await insertRows(store, 'context_follows', ['account_id', 'context_id', 'state', 'since'], people / 5, (each) => [
      readerId(each * 5),
      `topic-${1 + Math.floor(random() * contexts)}`,
      'on',
      at,
    ]);
  }
}

let storedFollows = 0;
/** Adds follows until there are `edges` of them. The first 100,000 follow the star author. */
async function addFollows(store: Store, edges: number, star: string): Promise<void> {
  const random = seededRandom(edges);
  const before = storedFollows;
  await insertRows(store, 'follows', ['account_id', 'author_id', 'state', 'since'], edges - before, (each) => {
    const number = before + each;
    const isStar = number < maxStarFollowers;
    return [
      `account-${isStar ? number : Math.floor(random() * 200_000)}`,
      isStar ? star : `author-${1 + Math.floor(random() * authors)}`,
      'on',
      at,
    ];
  });
  storedFollows = edges;
}

const quantile = (times: number[], part: number): number =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0;
const formatQuantiles = (times: number[]): string =>
  `p50 ${quantile(times, 0.5).toFixed(1)} ms   p99 ${quantile(times, 0.99).toFixed(1)} ms`;

async function measureMs(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

async function measurePages(store: Store): Promise<void> {
  for (const count of follows) {
    const first: number[] = [];
    const later: number[] = [];
    let cpu = 0;
    for (let run = 0; run < 6; run += 1) {
      for (let each = 0; each < readers; each += 1) {
        const account = `reader-${count}-${each}`;
        const page = await feedPage(store.reader, account, { from: topFeedPosition, limit: pageLimit });
        const next = parseFeedCursor(page.next ?? undefined);
        if (run === 0) continue;
        const spentBefore = process.cpuUsage();
        first.push(await measureMs(() => feedPage(store.reader, account, { from: topFeedPosition, limit: pageLimit })));
        later.push(await measureMs(() => feedPage(store.reader, account, { from: next, limit: pageLimit })));
        const { user, system } = process.cpuUsage(spentBefore);
        cpu += (user + system) / 1000;
      }
    }
    console.log(
      `  ${String(count).padStart(5)} followed: first page ${formatQuantiles(first)};   second ${formatQuantiles(later)};   CPU ${(cpu / (first.length + later.length)).toFixed(2)} ms a page`,
    );
  }
}

async function countRows(store: Store): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of ['follows', 'notifications', 'record_events', 'jobs']) {
    const [row] = await store.reader.rows<{ count: number | string }>(sql.raw(`select count(*) as count from ${table}`));
    counts[table] = Number(row?.count);
  }
  return counts;
}

const folder = mkdtempSync(join(tmpdir(), 'peergraph-feed-bench-'));

function writeBibliography(name: string, from: number, count: number): string {
  const path = join(folder, `${name.replace(/\W/g, '')}-${from}.bib`);
  const entry = (each: number) =>
    `@article{${name.replace(/\W/g, '')}${each}, title = {Findings of ${name} number ${each}}, author = {${name}}, year = {2026}}`;
  writeFileSync(path, Array.from({ length: count }, (_, each) => entry(from + each)).join('\n'));
  return path;
}

function importFile(path: string, url: string): Promise<void> {
  const args = ['lib/runtime/server/runtime.mjs', '--max-old-space-size=256', 'lib/catalog/ingest/cli.ts', 'bibtex', path];
  const child = spawn(process.execPath, args, {
    env: { ...process.env, DATABASE_URL: url, DATA_DIR: folder, LOG_LEVEL: 'silent' },
    stdio: 'ignore',
  });
  return new Promise((done, failed) =>
    child.once('exit', (code) => (code === 0 ? done() : failed(new Error(`The import ended with code ${code}.`)))),
  );
}

/** Reads feeds and adds follows sequentially until stopped. */
function startTraffic(store: Store): { stop(): Promise<{ reads: number[]; writes: number[] }> } {
  const [reads, writes]: number[][] = [[], []];
  let stopped = false;
  const loop = async () => {
    for (let each = 0; !stopped; each += 1) {
      reads?.push(
        await measureMs(() => feedPage(store.reader, `reader-100-${each % readers}`, { from: topFeedPosition, limit: pageLimit })),
      );
      const actor = mintActor({ accountId: `visitor-${each}`, name: null, email: null, emailConfirmed: false });
      writes?.push(await measureMs(() => store.transact((tx) => followAuthor(tx, actor, { authorId: `author-${1 + (each % 100)}` }))));
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  const running = loop();
  return {
    async stop() {
      stopped = true;
      await running;
      return { reads: reads ?? [], writes: writes ?? [] };
    },
  };
}

async function measureImport(store: Store, url: string, name: string, from: number, followers: number): Promise<void> {
  const path = writeBibliography(name, from, importedWorks);
  const before = await countRows(store);
  const visitors = startTraffic(store);
  const seconds = (await measureMs(() => importFile(path, url))) / 1000;
  const { reads, writes } = await visitors.stop();
  const after = await countRows(store);
  const written = ['notifications', 'record_events', 'jobs'].map((table) => `${table} +${(after[table] ?? 0) - (before[table] ?? 0)}`);
  console.log(
    `  ${importedWorks} works of an author with ${followers} followers: ${seconds.toFixed(1)} s; rows: ${written.join(', ')}; meanwhile reads ${formatQuantiles(reads)}, follows ${formatQuantiles(writes)} (${reads.length} of each)`,
  );
}

/** Returns the id of the imported author. */
async function findAuthorId(store: Store, name: string): Promise<string> {
  const [row] = await store.reader.query<{ id: string }>('select id from authors where name = ?', [], [name]);
  if (!row) throw new Error(`The import made no record of ${name}.`);
  return row.id;
}

async function measure(): Promise<void> {
  const database = await freshDatabase();
  const { store, url } = database;
  console.log(`${dialect}: ${works} works, ${authors} authors, ${contexts} topics; a page has ${pageLimit} entries`);
  try {
    await createCorpus(store);
    await createReaders(store);
    await importFile(writeBibliography('Stella Vielgelesen', 0, 1), url);
    const star = await findAuthorId(store, 'Stella Vielgelesen');
    let from = 1;
    await measureImport(store, url, 'Nemo Ungelesen', from, 0);
    for (const edges of sizes) {
      await addFollows(store, edges, star);
      console.log(`${edges} follow edges`);
      await measurePages(store);
      await measureImport(store, url, 'Stella Vielgelesen', from, Math.min(edges, maxStarFollowers));
      from += importedWorks;
    }
    const account = 'account-7';
    const times = [];
    for (let run = 0; run < 50; run += 1)
      times.push(await measureMs(() => feedPage(store.reader, account, { from: topFeedPosition, limit: pageLimit })));
    console.log(`  the feed of one of her followers, right after: ${formatQuantiles(times)}`);
  } finally {
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function runOnEngine(url: string): Promise<void> {
  const child = spawn(process.execPath, ['tests/bench/feed.ts'], { env: { ...process.env, DATABASE_URL: url }, stdio: 'inherit' });
  return new Promise((done, failed) =>
    child.once('exit', (code) => (code === 0 ? done() : failed(new Error(`It ended with code ${code}.`)))),
  );
}

/** Runs on SQLite, then on a temporary PostgreSQL unless `small`. */
export async function benchFeed({ small }: { small: boolean }): Promise<void> {
  await runOnEngine('file:unused');
  if (small) return;
  const postgres = await startPostgres();
  try {
    await runOnEngine(postgres.url);
  } finally {
    await postgres.stop();
  }
}

if (import.meta.main) await measure();
