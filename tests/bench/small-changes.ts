import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { openStore, type Store } from '#lib/platform/db/store.ts';
import { runDueJobs } from '#lib/runtime/worker/worker.ts';
import { seededRandom } from './draws.ts';
import { createAnthology } from './import.ts';
import { createLargerCorpus } from './network/larger-corpus.ts';
import { report } from './targets.ts';
import { claimRecord, type Person, pick, type World, writes } from './writes.ts';

const times = 4;
const rounds = 3;

/** CPU time of the children of this process that have ended: fields 16 and 17 of /proc/pid/stat, in hundredths of a second (proc(5)). */
function childCpuSeconds(): number {
  const stat = readFileSync('/proc/self/stat', 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) / 100;
}

async function ownCpuSeconds(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000_000;
}

const middle = (values: number[]): number => values.sort((one, other) => one - other)[values.length >> 1] ?? Number.NaN;
const listed = (values: readonly number[]): string => values.map((value) => value.toFixed(2)).join(', ');

/** Measures what one imported record and one added work cost, with the jobs that follow, in the Anthology and in four times as many works. */
export async function benchSmallChanges(corpus: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'peergraph-bench-'));
  const database = join(folder, 'anthology.db');
  try {
    await createAnthology(database, corpus);
    await measureChanges(database, folder, '');
    const larger = await createLargerCorpus(database, times, { forImports: true });
    try {
      await measureChanges(larger.path, folder, ' at 4 times the works');
    } finally {
      larger.remove();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureChanges(path: string, dataDir: string, size: '' | ' at 4 times the works'): Promise<void> {
  const databaseUrl = `file:${path}`;
  const store = openStore(databaseUrl);
  await store.migrate();
  const world = await createWorld(store, databaseUrl, dataDir);
  const jobs = () =>
    ownCpuSeconds(() => runDueJobs({ store, onFailure: ({ kind, error }) => console.log(`a job of kind ${kind} failed`, error) }));
  try {
    const importOf = (name: string) => {
      const file = join(dataDir, 'one-record.bib');
      const author = `${world.nextPerson().name} and Newcomer, ${name}`;
      writeFileSync(file, `@article{${name}, author = {${author}}, title = {One record more, ${name}}, year = {2001}}\n`);
      return () => {
        const before = childCpuSeconds();
        const env = { ...process.env, DATABASE_URL: databaseUrl, DATA_DIR: dataDir, SAMPLE: 'off' };
        execFileSync('npm', ['run', '--silent', 'import', '--', 'bibtex', file], { env, stdio: 'ignore' });
        return childCpuSeconds() - before;
      };
    };
    importOf('First')();
    await jobs();
    const [above, afterImport, afterAdded]: number[][] = [[], [], []];
    for (let round = 0; round < rounds; round += 1) {
      const run = importOf(`Round${round}`);
      const changed = run();
      afterImport?.push(await jobs());
      above?.push(changed - run());
      await writes.addedWork(world, round);
      afterAdded?.push(await jobs());
    }
    const works = await store.reader.rows<{ count: number }>(sql`select count(*) as count from works`);
    console.log(
      `${works[0]?.count} works: one record above an unchanged file ${listed(above ?? [])}; its jobs ${listed(afterImport ?? [])}; jobs after an added work ${listed(afterAdded ?? [])} CPU-s`,
    );
    report(`one record above an unchanged file${size}, CPU-s`, middle(above ?? []));
    report(`jobs after one record${size}, CPU-s`, middle(afterImport ?? []));
    report(`jobs after an added work${size}, CPU-s`, middle(afterAdded ?? []));
  } finally {
    await store.close();
  }
}

async function createWorld(store: Store, databaseUrl: string, dataDir: string): Promise<World> {
  const people = await store.reader.rows<Person>(
    sql`select id, name from authors where merged_into is null and visibility = 'visible' and kind = 'person' and owner_id is null`,
  );
  const random = seededRandom(5);
  const nextPerson = () => pick(people, Math.floor(random() * people.length));
  const nextWork = () => ({ id: '', title: '' });
  const world: World = { store, databaseUrl, dataDir, members: [], owners: [], nextPerson, nextWork };
  for (let at = 0; at < rounds; at += 1) world.owners.push(await claimRecord(world, `Owner ${at}`));
  return world;
}
