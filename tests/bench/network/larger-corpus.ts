import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { seededRandom } from '../draws.ts';

/** Tables of the graph with the columns that are shifted for each copy, and the texts that must stay unique. */
const copied = [
  { table: 'authors', keys: { key: 'authors', merged_into: 'authors' }, unique: ['id', 'slug'] },
  { table: 'author_slugs', keys: { author_key: 'authors' }, unique: ['slug'] },
  { table: 'works', keys: { key: 'works', volume_key: 'works' }, unique: ['id'] },
  { table: 'authorships', keys: { key: 'authorships', work_key: 'works', author_key: 'authors' }, unique: [] },
  { table: 'work_contexts', keys: { work_key: 'works' }, unique: [] },
  { table: 'author_contexts', keys: { author_key: 'authors' }, unique: [] },
  { table: 'coauthor_edges', keys: { author_key: 'authors', coauthor_key: 'authors' }, unique: [] },
] as const;

/** Tables that resolve and find works and people. */
const copiedForImports = [
  { table: 'author_names', keys: { author_key: 'authors' }, unique: ['name', 'name_key', 'slug'] },
  { table: 'work_titles', keys: { work_key: 'works' }, unique: ['title_key'] },
  { table: 'work_identifiers', keys: { work_key: 'works' }, unique: ['value'] },
  { table: 'work_sources', keys: { work_key: 'works' }, unique: ['record_id'] },
] as const;

/** One of so many links is repeated between a person and the copy of the other, so that the copies are connected. */
const linkBetweenCopies = 20;

/**
 * Copies a database, and repeats its people, works and links. Topics, venues and institutions are not repeated: they have as many times the
 * works and people.
 * @param forImports whether to repeat what an import reads, and the full-text indexes
 * @returns the path of the copy, and a function that deletes it
 */
export async function createLargerCorpus(
  path: string,
  times: number,
  { forImports = false } = {},
): Promise<{ path: string; remove: () => void }> {
  const folder = mkdtempSync(join(tmpdir(), 'peergraph-graph-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const larger = join(folder, 'larger.db');
  const original = new Database(path, { readonly: true });
  await original.backup(larger);
  original.close();
  const database = new Database(larger);
  database.pragma('journal_mode = off');
  database.pragma('synchronous = off');
  const triggers = database.prepare("select name, sql from sqlite_master where type = 'trigger'").all() as { name: string; sql: string }[];
  for (const { name } of triggers) database.exec(`drop trigger "${name}"`);
  const last = (table: string) => (database.prepare(`select max(key) as last from ${table}`).get() as { last: number }).last;
  const shifts: Record<string, number> = { authors: last('authors'), works: last('works'), authorships: last('authorships') };
  database.transaction(() => {
    for (const { table, keys, unique } of forImports ? [...copied, ...copiedForImports] : copied) {
      const columns = (database.pragma(`table_info(${table})`) as { name: string }[]).map(({ name }) => name);
      const firstKey = columns.find((name) => name in keys) ?? 'key';
      const owner = (keys as Record<string, string>)[firstKey] ?? '';
      for (let copy = 1; copy < times; copy += 1) {
        const values = columns.map((name) => {
          const owning = (keys as Record<string, string>)[name];
          if (owning) return `"${name}" + ${copy * (shifts[owning] ?? 0)}`;
          return (unique as readonly string[]).includes(name) ? `"${name}" || '-copy-${copy}'` : `"${name}"`;
        });
        const names = columns.map((name) => `"${name}"`).join(', ');
        database.exec(`insert into ${table} (${names}) select ${values.join(', ')} from ${table} where "${firstKey}" <= ${shifts[owner]}`);
      }
    }
    for (let copy = 1; copy < times; copy += 1) {
      const shift = copy * (shifts.authors ?? 0);
      database.exec(`insert or ignore into coauthor_edges select author_key, coauthor_key + ${shift}, works, first_year, last_year
        from coauthor_edges where coauthor_key <= ${shifts.authors} and (author_key + coauthor_key) % ${linkBetweenCopies} = 0`);
    }
    if (forImports) copySearch(database, times, shifts);
    database.exec(`update contexts set works_count = works_count * ${times}, people_count = people_count * ${times}`);
    for (const { sql } of triggers) database.exec(sql);
  })();
  database.close();
  return { path: larger, remove };
}

function copySearch(database: Database.Database, times: number, shifts: Record<string, number>): void {
  const { last } = database.prepare('select max(number) as last from search_documents').get() as { last: number };
  for (let copy = 1; copy < times; copy += 1) {
    for (const [kind, index, owner] of [
      ['author', 'search_people', 'authors'],
      ['work', 'search_works', 'works'],
    ] as const) {
      database.exec(`insert into search_documents select number + ${copy * last}, kind, subject_key + ${copy * (shifts[owner] ?? 0)}, title, body
        from search_documents where kind = '${kind}' and number <= ${last}`);
      database.exec(`insert into ${index} (rowid, title, body) select number, title, body from search_documents
        where kind = '${kind}' and number > ${copy * last}`);
    }
  }
}

/** Adds a work by many people who have no other work in common. @returns its id */
export function addLargeWork(path: string, authors: number): string {
  const database = new Database(path);
  const id = `work-of-${authors}`;
  const people = database
    .prepare("select key from authors where visibility = 'visible' and kind = 'person' and merged_into is null order by key")
    .all() as {
    key: number;
  }[];
  const random = seededRandom(5);
  const chosen = new Set<number>();
  while (chosen.size < Math.min(authors, people.length)) chosen.add(people[Math.floor(random() * people.length)]?.key ?? 0);
  const keys = [...chosen].sort((a, b) => a - b);
  database.transaction(() => {
    const { lastInsertRowid: work } = database
      .prepare(
        `insert into works (id, title, type, year, authors_count, created_at, updated_at) values (?, 'A work of many', 'article', 2024, ?, 0, 0)`,
      )
      .run(id, authors);
    const sign = database.prepare(`insert into authorships (work_key, author_key, position, name_as_written, resolved_by, source, sort_date)
      values (?, ?, ?, '', 'name', 'scholar-feed', 20240000)`);
    const link = database.prepare(`insert into coauthor_edges values (?, ?, 1, 2024, 2024)
      on conflict (author_key, coauthor_key) do update set works = works + 1, last_year = 2024`);
    for (const [at, key] of keys.entries()) {
      sign.run(work, key, at);
      for (const other of keys.slice(at + 1)) link.run(key, other);
    }
    database
      .prepare('insert into work_contexts select ?, key, 20240000 from contexts where works_count > 0 order by works_count desc limit 3')
      .run(work);
  })();
  database.close();
  return id;
}
