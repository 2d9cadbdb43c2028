import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findAuthor } from '#lib/authors/queries/find.ts';
import { now } from '#lib/clock.ts';
import { identityChanges } from '#lib/db/schema/identity.ts';
import { followAuthor } from '#lib/follows/commands.ts';
import { newId } from '#lib/id.ts';
import { applyChange, rejectChange } from '#lib/identity/commands/changes.ts';
import { revertChange } from '#lib/identity/commands/undo.ts';
import { storeAuthor, storeWorks } from '#lib/imports/commands.ts';
import { importedAuthor, importedWork, type SourceId } from '#lib/imports/model.ts';
import { freshDatabase, type TestDatabase } from '../database.ts';
import { everything } from './everything.ts';
import { signedUp, workOff } from './stories.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await freshDatabase();
});
afterEach(() => database.drop());

interface Told {
  title: string;
  year: number;
  by: string[];
  version?: string;
}

/** Works of a source; `version` makes it another version of the same record. */
const told = (source: SourceId, works: readonly Told[]) =>
  database.store.transact((tx) =>
    storeWorks(tx, {
      source,
      importId: null,
      observedAt: now(),
      works: works.map(({ title, year, by, version }) =>
        importedWork.parse({
          source,
          recordId: title,
          title: [title],
          type: 'paper',
          year,
          venue: version ?? 'Proceedings of Invented Things',
          authors: by.map((name) => ({ name, affiliation: `University of ${name.split(' ')[1]}` })),
        }),
      ),
    }),
  );
const toldPage = (source: SourceId, name: string, works: readonly string[], recordId = name) =>
  database.store.transact((tx) =>
    storeAuthor(tx, { author: importedAuthor.parse({ source, recordId, name, works }), importId: null, observedAt: now() }),
  );

const lamps: Told[] = [
  { title: 'A first lamp that burns for nobody at all', year: 2010, by: ['Ada Byron', 'Grace Hopper', 'Alan Turing'] },
  { title: 'A second lamp that burns in the hall', year: 2011, by: ['Ada Byron', 'Grace Hopper'] },
  { title: 'Shades of lamps and what they hide', year: 2012, by: ['Emmy Noether', 'Ada Byron'] },
  { title: 'On wicks and the length of evenings', year: 2020, by: ['Ada Byron', 'Marie Curie', 'Lise Meitner'] },
  { title: 'Evenings without any lamp whatsoever', year: 2021, by: ['Marie Curie', 'Ada Byron'] },
  { title: 'Oil and its many alternatives today', year: 2022, by: ['Lise Meitner', 'Emmy Noether', 'Alan Turing', 'Ada Byrom'] },
];
const more: Told[] = [
  { title: 'Candles in the north of the country', year: 2019, by: ['A. Byron', 'Grace Hopper', 'Ada Byrom'] },
  { title: 'Matches and their long history', year: 2023, by: ['A. Byron', 'Emmy Noether', 'G. Hopper'] },
];

async function corpus(): Promise<void> {
  await told('acl-anthology', lamps);
  await told('bibtex', more);
  await toldPage('acl-anthology-page', 'Ada Byron', []);
  await toldPage('bibtex', 'A. Byron', ['Matches and their long history', 'Candles in the north of the country']);
  await toldPage('bibtex', 'Grace Hopper', ['Matches and their long history', 'Candles in the north of the country']);
  const people = await recordIds();
  for (const [at, who] of ['One', 'Two', 'Three'].entries()) {
    const actor = await signedUp(database.store, who);
    for (const authorId of people.filter((_, place) => (place + at) % 2 === 0)) {
      await database.store.transact((tx) => followAuthor(tx, actor, { authorId }));
    }
  }
  await workOff(database.store);
}

async function recordIds(): Promise<string[]> {
  const rows = await database.store.reader.lookup<{ id: string }>('select id from authors where merged_into is null order by key', []);
  return rows.map(({ id }) => id);
}

const worksOf = async (authorId: string): Promise<string[]> => {
  const rows = await database.store.reader.lookup<{ id: string }>(
    'select distinct w.id from authorships s join works w on w.key = s.work_key join authors a on a.key = s.author_key where a.id = ? order by w.id',
    [],
    [authorId],
  );
  return rows.map(({ id }) => id);
};

const idOf = async (slug: string): Promise<string> => {
  const found = await findAuthor(database.store.reader, slug);
  if (found.is === 'missing') throw new Error(`Nobody is called ${slug}.`);
  if (found.is === 'moved') return idOf(found.slug);
  return found.author.id;
};

type Asked = { kind: 'merge'; otherId: string } | { kind: 'split'; workIds: string[]; otherName: string };

/** A proposal, applied as reviewers would. */
async function changed(authorId: string, asked: Asked) {
  const id = newId();
  await database.store.transact((tx) =>
    tx.insert(identityChanges).values({ id, authorId, state: 'proposed', reason: 'a story', proposedAt: now(), ...asked }),
  );
  const outcome = await database.store.transact((tx) => applyChange(tx, id));
  if (!outcome.ok) await database.store.transact((tx) => rejectChange(tx, id, 'a story'));
  return { id, outcome };
}
const undone = (id: string) => database.store.transact((tx) => revertChange(tx, id));

describe('any sequence of merges and splits, then their undos in any valid order,', () => {
  const step = fc.record({ isMerge: fc.boolean(), one: fc.nat(20), other: fc.nat(20), works: fc.nat(255) });

  test('restores the database', async () => {
    await corpus();
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), fc.infiniteStream(fc.nat(100)), async (steps, choices) => {
        const before = await everything(database.store.reader);
        const standing: string[] = [];
        for (const { isMerge, one, other, works } of steps) {
          const ids = await recordIds();
          const authorId = ids[one % ids.length] ?? '';
          const own = await worksOf(authorId);
          const asked: Asked = isMerge
            ? { kind: 'merge', otherId: ids[other % ids.length] ?? '' }
            : { kind: 'split', workIds: own.filter((_, at) => works & (1 << at)), otherName: 'Ada Byron' };
          const { id, outcome } = await changed(authorId, asked);
          if (outcome.ok) standing.push(id);
          if (works % 2 === 0) await workOff(database.store);
        }
        while (standing.length > 0) {
          const at = (choices.next().value ?? 0) % standing.length;
          const outcome = await undone(standing[at] ?? '');
          if (outcome.ok) standing.splice(at, 1);
          else expect(outcome.because).toBe('change_built_on');
        }
        await workOff(database.store);
        expect(await everything(database.store.reader)).toEqual(before);
      }),
      { numRuns: 60 },
    );
  });
});
