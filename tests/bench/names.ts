import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { findAuthor } from '#lib/catalog/authors/queries/find.ts';
import { openStore, type Reader } from '#lib/platform/db/store.ts';
import { slugBase } from '#lib/platform/names/name-key.ts';
import { createAnthology } from './import.ts';

/** A person of the Anthology as its own software lists them. */
interface ListedPerson {
  id: string;
  name: string;
  variants: string[];
  curated: boolean;
}

/** The database of the instance in FIELD_DIR, if there is one; otherwise a fresh import of the Anthology. */
const fieldDatabase = join(process.env.FIELD_DIR ?? 'data/field', 'peergraph.db');

const recordQuery = `select a.id, a.name, a.slug from author_sources s join authors a on a.key = s.author_key
  where s.source = 'acl-anthology' and s.record_id = ?`;
const writtenQuery = `select distinct n.author_key as key from author_names n join authors a on a.key = n.author_key
  where n.slug = ? and a.merged_into is null and a.visibility <> 'suppressed'`;

/**
 * Prints how many of the people for whom the Anthology's editors list several forms of a name are shown under the form that the editors have
 * chosen, and how many addresses made of a form that one person alone has lead to that person.
 */
export async function benchNames(people: string, corpus: string): Promise<void> {
  const listed = gunzipSync(readFileSync(people)).toString('utf8').trim().split('\n');
  const curated = listed.map((line) => JSON.parse(line) as ListedPerson).filter((person) => person.curated && person.variants.length > 0);
  if (existsSync(fieldDatabase)) return judge(fieldDatabase, curated);
  const folder = mkdtempSync(join(tmpdir(), 'peergraph-names-'));
  try {
    const database = join(folder, 'peergraph.db');
    await createAnthology(database, corpus);
    await judge(database, curated);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const plain = (name: string): string => name.normalize('NFC').replace(/[’ʼ]/g, "'");

async function judge(database: string, people: readonly ListedPerson[]): Promise<void> {
  const store = await openStore(`file:${database}`);
  try {
    const result = { shown: 0, addresses: 0, leading: 0 };
    const misses: string[] = [];
    for (const person of people) {
      const [record] = await store.reader.query<{ id: string; name: string; slug: string }>(recordQuery, [], [person.id]);
      if (record && plain(record.name) === plain(person.name)) result.shown += 1;
      else misses.push(`${person.name}: ${record ? `shown as ${record.name}` : 'no record'}`);
      if (record) await judgeAddresses(store.reader, person, record, { result, misses });
    }
    console.log(`shown under the name that the editors have chosen    ${result.shown} of ${people.length}`);
    console.log(`addresses of a form of one person alone lead there   ${result.leading} of ${result.addresses}`);
    for (const miss of misses.slice(0, 40)) console.log(`  ${miss}`);
  } finally {
    await store.close();
  }
}

async function judgeAddresses(
  reader: Reader,
  { name, variants }: ListedPerson,
  record: { id: string; slug: string },
  { result, misses }: { result: { addresses: number; leading: number }; misses: string[] },
): Promise<void> {
  for (const address of new Set([name, ...variants].map((form) => slugBase(form)))) {
    // A form that is on no work here has no address.
    if ((await reader.query(writtenQuery, [], [address])).length !== 1) continue;
    result.addresses += 1;
    const found = await findAuthor(reader, address);
    const slug = found.kind === 'here' ? found.author.slug : found.kind === 'moved' ? found.slug : null;
    if (slug === record.slug) result.leading += 1;
    else misses.push(`/authors/${address}: ${slug ?? 'not found'} instead of ${record.slug}`);
  }
}
