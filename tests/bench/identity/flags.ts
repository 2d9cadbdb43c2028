import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { type IdentityFlag, identityFlags, type SignedWork } from '#lib/catalog/authors/model/identity-flags.ts';
import type { GoldBlock } from '#lib/governance/identity/model/training/gold.ts';
import { createAnthology } from '../import.ts';
import { readGoldFile } from './gold-files.ts';
import { knownPeopleOf } from './known-people.ts';

/** The rules that guess from works, and the smallest record that they judge. */
const rules = ['gap', 'separate_groups'] as const;
const minWorks = 6;

interface JudgedRecord {
  works: SignedWork[];
  isOnePerson: boolean;
}

/** Returns each name of a gold set as one record, and each person as one. */
function goldRecords(names: readonly GoldBlock[]): JudgedRecord[] {
  const keys = new Map<string, number>();
  const keyOf = (name: string): number => keys.get(name) ?? keys.set(name, keys.size).size - 1;
  return names.flatMap(({ works, people }) => {
    const signed = works.map(({ title, year, coauthors }) => ({ title, year, category: null, coauthors: coauthors.map(keyOf) }));
    const byPerson = [...Map.groupBy(signed, (_, at) => people[at]).values()];
    return [...byPerson.map((own) => ({ works: own, isOnePerson: true })), { works: signed, isOnePerson: byPerson.length === 1 }];
  });
}

/** Returns the people with most works for whom the Anthology's editors give one id on every work: known to be one person each. */
function knownPeople(database: string): JudgedRecord[] {
  const open = new Database(database, { readonly: true });
  try {
    const people = knownPeopleOf(open).map(({ key }) => key);
    const works = open.prepare(
      'select w.key, w.title, w.year, w.category from authorships a join works w on w.key = a.work_key where a.author_key = ?',
    );
    const coauthors = open.prepare('select author_key from authorships where work_key = ? and author_key <> ?').pluck();
    return people.map((person) => ({
      works: (works.all(person) as (Omit<SignedWork, 'coauthors'> & { key: number })[]).map(({ key, ...work }) => ({
        ...work,
        coauthors: coauthors.all(key, person) as number[],
      })),
      isOnePerson: true,
    }));
  } finally {
    open.close();
  }
}

/** Prints, for each rule that guesses, the share of flagged records that hold works of several people: `flagPrecision` of the rules. */
export async function benchFlags(gold: string, corpus: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'peergraph-flags-'));
  try {
    const database = join(folder, 'peergraph.db');
    await createAnthology(database, corpus);
    const known = knownPeople(database);
    const judged = goldRecords(readGoldFile(join(gold, 'aminer110.jsonl'))).filter(({ works }) => works.length >= minWorks);
    const isFlagged = (rule: IdentityFlag['rule']) => (record: JudgedRecord) =>
      identityFlags(record.works, []).some((flag) => flag.rule === rule);
    for (const rule of rules) {
      const flagged = judged.filter(isFlagged(rule));
      const several = flagged.filter(({ isOnePerson }) => !isOnePerson).length;
      const ofKnown = known.filter(isFlagged(rule)).length;
      const wrong = flagged.length - several + ofKnown;
      console.log(
        `${rule.padEnd(16)} flags ${several} of ${judged.filter(({ isOnePerson }) => !isOnePerson).length} names of several people, ${flagged.length - several} of ${judged.filter(({ isOnePerson }) => isOnePerson).length} people, and ${ofKnown} of ${known.length} known people: precision ${(several / (several + wrong)).toFixed(2)}`,
      );
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
