import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { identityFlags } from '#lib/catalog/authors/model/identity-flags.ts';
import { betweenParts, partsOfKey } from '#lib/catalog/bibliography/listed-names.ts';
import { doubtScore } from '#lib/governance/identity/model/questions.ts';
import { createAnthology } from '../import.ts';
import { knownPeopleOf } from './known-people.ts';

interface SplitName {
  name: string;
  people: Record<string, string[]>;
}

/** A record that a rule may doubt. */
interface Doubted {
  listName: string;
  /** The number of rules that doubt it. */
  flags: number;
  works: number;
}

/** The depths of the queue at which precision and recall are printed. */
const depths = [20, 50, 100, 200];
/** Names that are printed, for people to judge. */
const shownNames = 30;

/**
 * Prints how well the queue of doubts finds the names that the Anthology's editors give to several people, each taken as one record, among
 * all people of the Anthology whom a rule doubts, and among the people with most works who are known to be one person each.
 * @param existing a database that has imported the Anthology already
 */
export async function benchQueue(gold: string, corpus: string, existing?: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'peergraph-queue-'));
  try {
    const path = existing ?? join(folder, 'peergraph.db');
    if (!existing) await createAnthology(path, corpus);
    const names = readFileSync(join(gold, 'acl_same_name.jsonl'), 'utf8').trim().split('\n');
    printQueue(
      path,
      names.map((line) => JSON.parse(line) as SplitName),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function printQueue(path: string, names: readonly SplitName[]): void {
  const open = new Database(path, { readonly: true });
  try {
    const countOf = (column: 'list_name' | 'sort_name') => {
      const select = open
        .prepare(
          `select count(*) from authors where ${column} >= ? and ${column} < ? and visibility = 'visible' and merged_into is null and works_count > 0`,
        )
        .pluck();
      return (begin: string) => select.get(begin, `${begin}\uffff`) as number;
    };
    const [ofFamily, ofGiven] = [countOf('list_name'), countOf('sort_name')];
    const scoreOf = ({ listName, flags, works }: Doubted): number => {
      const parts = partsOfKey(listName);
      const name = parts && { sameFamily: ofFamily(`${parts.family}${betweenParts}`), sameGiven: ofGiven(`${parts.given} `) };
      return doubtScore({ flags, works, name });
    };
    const splits = names.map((split) => splitRecord(open, split));
    const found = splits.filter(({ flags }) => flags > 0).map((split) => ({ isSplit: true, score: scoreOf(split) }));
    const doubted = open
      .prepare(
        `select key, name, list_name, flags, works_count from authors where flags <> '[]' and kind = 'person' and merged_into is null`,
      )
      .all() as { key: number; name: string; list_name: string; flags: string; works_count: number }[];
    const known = new Set(knownPeopleOf(open).map(({ key }) => key));
    const scored = doubted.map(({ key, name, list_name, flags, works_count }) => ({
      key,
      name,
      isSplit: false,
      score: scoreOf({ listName: list_name, flags: JSON.parse(flags).length, works: works_count }),
    }));
    const first = scored.toSorted((a, b) => b.score - a.score).slice(0, shownNames);
    console.log(`The queue begins with ${first.map(({ name }) => name).join(', ')}.`);
    console.log(
      `A rule doubts ${found.length} of ${names.length} names of several people: recall ${(found.length / names.length).toFixed(2)}.`,
    );
    const groups = {
      [`${known.size} people known to be one`]: scored.filter(({ key }) => known.has(key)),
      'all people whom a rule doubts, of whom nobody knows who is one: precision is at least this': scored,
    };
    for (const [title, others] of Object.entries(groups)) {
      const queue = [...found, ...others].sort((a, b) => b.score - a.score || Number(a.isSplit) - Number(b.isSplit));
      console.log(`Among ${others.length} of ${title}:`);
      for (const depth of depths.filter((each) => each <= queue.length)) {
        const splitsAt = queue.slice(0, depth).filter(({ isSplit }) => isSplit).length;
        const [precision, recall] = [splitsAt / depth, splitsAt / names.length].map((value) => value.toFixed(2));
        console.log(`  first ${depth}: ${splitsAt} names of several people, precision ${precision}, recall ${recall}`);
      }
    }
  } finally {
    open.close();
  }
}

/** Takes all works under one name as one record, as a source without person ids would. */
function splitRecord(open: Database.Database, { name, people }: SplitName): Doubted {
  const workOf = open.prepare(
    `select w.key, w.title, w.year, w.category from work_identifiers i join works w on w.key = i.work_key
     where i.scheme = 'acl' and i.value = ? collate nocase`,
  );
  const authorsOf = open.prepare(
    `select s.author_key, s.name_as_written, a.list_name from authorships s join authors a on a.key = s.author_key where s.work_key = ?`,
  );
  let listName = '';
  const works = Object.values(people)
    .flat()
    .flatMap((id) => {
      const work = workOf.get(id) as { key: number; title: string; year: number | null; category: string | null } | undefined;
      if (!work) return [];
      const authors = authorsOf.all(work.key) as { author_key: number; name_as_written: string; list_name: string }[];
      const own = authors.find(({ name_as_written }) => name_as_written === name);
      listName ||= own?.list_name ?? '';
      const coauthors = authors.filter((each) => each !== own).map(({ author_key }) => author_key);
      return [{ title: work.title, year: work.year, category: work.category, coauthors }];
    });
  return { listName, flags: identityFlags(works, []).length, works: works.length };
}
