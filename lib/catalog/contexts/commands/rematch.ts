import type { Store, Writer } from '#lib/platform/db/store.ts';
import { affiliationParts } from '../model/affiliations.ts';
import { institutionsOf, type Place, readAll } from './affiliations.ts';
import { markSigners } from './topics.ts';
import { contextsOn, type WantedContexts, writeDifference } from './works.ts';

const textsAtOnce = 2000;
/** Keys of works looked at in one transaction. */
const keysAtOnce = 2000;

interface Stored {
  text: string;
  context_key: number | null;
  rule: string | null;
}

/**
 * Reads every affiliation again against the registry as it stands, and makes the institutions of works what comes of it. Works and authors
 * that this changes are left stale. May be cut short anywhere and run again; run twice it changes nothing.
 */
export async function rematchAffiliations(
  store: Store,
  { onProgress, signal }: { onProgress?: (works: number, all: number) => void; signal?: AbortSignal } = {},
): Promise<void> {
  for (let after: string | null = ''; after !== null && !signal?.aborted; ) {
    const from: string = after;
    after = await store.transact((tx) => readPortion(tx, from));
  }
  const [last] = await store.reader.query<{ key: number | null }>('select max(key) as key from works', []);
  const all = last?.key ?? 0;
  for (let from = 0; from < all && !signal?.aborted; from += keysAtOnce) {
    await store.transact((tx) => putUnderInstitutions(tx, from, from + keysAtOnce));
    onProgress?.(Math.min(all, from + keysAtOnce), all);
  }
}

/** @returns the text to go on after, or null at the end */
async function readPortion(tx: Writer, after: string): Promise<string | null> {
  await tx.lock('imports');
  const text = `select text, context_key, rule from affiliations where text > ? order by text limit ${textsAtOnce}`;
  const rows = await tx.query<Stored>(text, [], [after]);
  const texts = rows.map((row) => row.text);
  const read = await readAll(tx, texts);
  const isSame = (row: Stored, place: Place | undefined): boolean =>
    place?.contextKey === row.context_key && (place?.rule ?? null) === row.rule;
  const changed = rows.filter((row) => !isSame(row, read.get(row.text)));
  await tx.bulkInsert({
    table: 'affiliations',
    columns: ['text', 'context_key', 'rule'],
    rows: changed.map((row) => [row.text, read.get(row.text)?.contextKey ?? null, read.get(row.text)?.rule ?? null]),
    onConflict: 'on conflict (text) do update set context_key = excluded.context_key, rule = excluded.rule',
  });
  return rows.length < textsAtOnce ? null : (rows.at(-1)?.text ?? null);
}

interface Affiliated {
  work_key: number;
  affiliation: string;
  sort_date: number;
}

async function putUnderInstitutions(tx: Writer, from: number, to: number): Promise<void> {
  await tx.lock('imports');
  const rows = await tx.query<Affiliated>(
    'select distinct work_key, affiliation, sort_date from authorships where work_key > ? and work_key <= ? and affiliation is not null',
    [],
    [from, to],
  );
  const places = await institutionsOf(tx, new Set(rows.flatMap(({ affiliation }) => affiliationParts(affiliation))));
  const byWork = Map.groupBy(rows, ({ work_key }) => work_key);
  const standing = await contextsOn(tx, [...byWork.keys()]);
  const others = Map.groupBy(
    standing.filter(({ kind }) => kind !== 'institution'),
    ({ work_key }) => work_key,
  );
  const wanted = [...byWork].map(([workKey, mine]): WantedContexts => {
    const institutions = mine.flatMap(({ affiliation }) =>
      affiliationParts(affiliation).flatMap((part) => places.get(part)?.contextKey ?? []),
    );
    const kept = (others.get(workKey) ?? []).map(({ context_key }) => context_key);
    return { workKey, sortDate: mine[0]?.sort_date ?? 0, contextKeys: new Set([...kept, ...institutions]) };
  });
  const changed = await writeDifference(tx, wanted, standing);
  await markSigners(tx, changed);
}
