import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setPrivacy } from '#lib/catalog/ownership/commands/edit-record.ts';
import { findOwnRecord } from '#lib/catalog/ownership/queries/own-record.ts';
import { proveOwnership } from '#lib/catalog/ownership/queries/ownership.ts';
import type { HiddenField } from '#lib/catalog/statements/model/hidden-fields.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { readArchive } from '#lib/portal/exports/model/archive-reader.ts';
import { planArchiveImport } from '#lib/portal/exports/queries/plan/archive-plan.ts';
import { freshDatabase, type TestDatabase } from '../database.ts';
import { createArchive, createZip, importFromArchive, readZip, uploadArchive } from './archives.ts';
import { createAccount, createRecord, createWork } from './fixtures.ts';
import { createResearcher } from './researchers.ts';

let db: TestDatabase;
let prober: Actor;
let empty: Map<string, string>;

/** Returns a hand-written archive: the files of an empty one with changes. */
async function forgeArchive(changes: Record<string, unknown>): Promise<Buffer> {
  const files = new Map(empty);
  for (const [name, more] of Object.entries(changes)) {
    const path = name === 'manifest' ? 'manifest.json' : `data/${name}.json`;
    files.set(path, JSON.stringify({ ...JSON.parse(files.get(path) ?? '{}'), ...(more as object) }));
  }
  return createZip(files);
}

interface Probe {
  id?: string;
  orcids?: string[];
  people?: { source: string; id: string }[];
  works?: object[];
}

/** Returns the names that the preview shows for an archive that follows one person. */
async function probe(person: Probe): Promise<string[]> {
  const since = '2026-01-01T00:00:00.000Z';
  const whole = { id: 'nobody', name: 'Probe', path: null, state: 'on', since, orcids: [], people: [], works: [], ...person };
  const { groups } = await uploadArchive(db.store, prober, await forgeArchive({ follows: { people: [whole] } }));
  const people = groups.find(({ of }) => of === 'people');
  return [...(people?.toImport ?? []), ...(people?.notImported ?? [])].map(({ name }) => name);
}

const signedWork = (title: string, doi: string, as: string, position: number | null = null) => ({
  ...{ id: 'somewhere', title, sources: [], position, as },
  identifiers: [{ scheme: 'doi', value: doi }],
});

async function withSource(key: number, source: string, id: string): Promise<void> {
  await db.store.transact((tx) =>
    tx.insertRows({ table: 'author_sources', columns: ['source', 'record_id', 'author_key'], rows: [[source, id, key]] }),
  );
}

beforeAll(async () => {
  db = await freshDatabase();
  prober = await createAccount(db.store, 'Curious Prober');
  empty = await readZip(await createArchive(db.store, prober));
});
afterAll(() => db.drop());

describe('an archive reveals nothing that owners hide', () => {
  test('a hidden iD resolves to nobody', async () => {
    const record = await createRecord(db.store, 'Keeps Herid');
    await withSource(record.key, 'orcid', '0000-0002-1694-233X');
    expect(await probe({ orcids: ['0000-0002-1694-233X'] })).toEqual(['Keeps Herid']);
    await db.store.transact((tx) =>
      tx
        .update(authors)
        .set({ privacy: { hidden: ['orcid'], indexed: true } })
        .where(eq(authors.id, record.id)),
    );
    expect(await probe({ orcids: ['0000-0002-1694-233X'] })).toEqual(['Probe']);
    expect(await probe({ id: record.id })).toEqual(['Keeps Herid']);
  });

  test('neither a hidden former name nor an id with it resolves to the record', async () => {
    const record = await createRecord(db.store, 'Nora New');
    await withSource(record.key, 'acl-anthology', 'olaf-old');
    await createWork(db.store, 'Names Change', [{ key: record.key, name: 'Olaf Old' }], '10.5/names');
    const byId = { people: [{ source: 'acl-anthology', id: 'olaf-old' }] };
    const byWork = { works: [signedWork('Names Change', '10.5/names', 'Olaf Old')] };
    expect([await probe(byId), await probe(byWork)]).toEqual([['Nora New'], ['Nora New']]);
    await db.store.transact((tx) =>
      tx
        .update(authors)
        .set({ privacy: { hidden: ['names'], indexed: true } })
        .where(eq(authors.id, record.id)),
    );
    expect([await probe(byId), await probe(byWork)]).toEqual([['Probe'], ['Probe']]);
    // By the data on the public page of the work, the record is still found.
    expect(await probe({ works: [signedWork('Names Change', '10.5/names', 'Nora New')] })).toEqual(['Nora New']);
  });
});

describe('a suppressed record is answered as an unknown one', () => {
  test('another method continues as if its id and iD were unknown', async () => {
    const hidden = await createRecord(db.store, 'Silvia Suppressed', { visibility: 'suppressed' });
    const shown = await createRecord(db.store, 'Vera Visible');
    await withSource(hidden.key, 'orcid', '0000-0002-9079-593X');
    await createWork(db.store, 'A Decoy', [{ key: shown.key, name: 'Vera Visible' }], '10.5/decoy');
    const works = [signedWork('A Decoy', '10.5/decoy', 'Vera Visible')];
    expect(await probe({ works })).toEqual(['Vera Visible']);
    expect(await probe({ orcids: ['0000-0002-9079-593X'], works })).toEqual(['Vera Visible']);
    expect(await probe({ id: hidden.id, works })).toEqual(['Vera Visible']);
  });
});

describe('an old archive', () => {
  test('reveals nothing that is hidden by now', async () => {
    const mia = await createResearcher(db.store, 'Mia Keeps');
    const owner = await proveOwnership(db.store.reader, mia.actor, mia.id);
    if (!owner) throw new Error('Not the owner.');
    const keeps = (hidden: HiddenField[], indexed: 'yes' | 'no') =>
      db.store.transact((tx) => setPrivacy(tx, owner, { authorId: mia.id, hidden, indexed }));
    await keeps(['followers'], 'yes');
    const old = await createArchive(db.store, mia.actor);
    await keeps(['names', 'orcid'], 'no');
    const { groups } = await uploadArchive(db.store, mia.actor, old);
    expect(groups.find(({ of }) => of === 'records')?.toImport.map(({ detail }) => detail)).toEqual(['kept from public pages: Followers']);
    await importFromArchive(db.store, mia.actor, old, ['records']);
    const record = await findOwnRecord(db.store.reader, mia.actor, mia.id);
    expect(record?.privacy).toEqual({ hidden: ['followers', 'names', 'orcid'], indexed: false });
    expect((await uploadArchive(db.store, mia.actor, old)).groups.flatMap(({ toImport }) => toImport)).toEqual([]);
  });
});

describe('an archive that no instance would write', () => {
  const followed = { id: 'x', name: null, path: null, state: 'on', since: '2026-01-01T00:00:00.000Z', orcids: [], people: [], works: [] };
  const NUL = '\u0000';

  test.each([
    ['NUL in an id', { follows: { people: [{ ...followed, id: `a${NUL}b` }] } }],
    ['NUL in an iD', { follows: { people: [{ ...followed, orcids: [`0${NUL}`] }] } }],
    ['NUL in the name', { account: { account: { name: `A${NUL}B` } } }],
    ['half a sign', { account: { account: { name: 'A \ud83d B' } } }],
    [
      'NUL in a place',
      {
        follows: {
          places: [
            { id: 'x', kind: 'topic', name: 'T', nameKey: `t${NUL}`, rorId: null, path: '/topics/t', state: 'on', since: followed.since },
          ],
        },
      },
    ],
    ['NUL in a search', { searches: { searches: [{ query: `q=a${NUL}b`, name: 'S', state: 'on', since: followed.since, places: [] }] } }],
    [
      'NUL in a search, encoded',
      { searches: { searches: [{ query: 'q=piano%00&topic=a%00b', name: 'S', state: 'on', since: followed.since, places: [] }] } },
    ],
    [
      'half a sign in a search',
      { searches: { searches: [{ query: 'q=piano \ud83d', name: 'S', state: 'on', since: followed.since, places: [] }] } },
    ],
    ['a year before all', { manifest: { madeAt: '0000-01-01T00:00:00Z' } }],
    ['a prototype', { manifest: { files: [{ path: '__proto__', bytes: 1, items: 1 }] } }],
  ])('%s is read or refused, and never a fault', async (_, changes) => {
    const copy = await readArchive(await forgeArchive(changes));
    if (!copy.ok) return expect(copy.code).toBe('archive_damaged');
    const bytes = await forgeArchive(changes);
    await expect(importFromArchive(db.store, await createAccount(db.store, 'Sends Forged'), bytes)).resolves.toBeDefined();
  });

  test('has its texts validated as forms are', async () => {
    const bytes = await forgeArchive({ account: { account: { name: 'Ada \u202elecaL' } } });
    const { groups } = await uploadArchive(db.store, prober, bytes);
    expect(groups.find(({ of }) => of === 'name')?.notImported[0]?.name).toBe('Ada lecaL');
  });

  test('queries no unknown source and no unknown identifier scheme', async () => {
    const strange = (at: number, each: number) => `${at}x${each}`;
    const people = Array.from({ length: 1_000 }, (_, at) => ({
      ...{ ...followed, id: `p${at}` },
      people: Array.from({ length: 50 }, (_, each) => ({ source: strange(at, each), id: 'x' })),
      works: [
        {
          ...{ id: `w${at}`, title: null, position: null, as: 'X' },
          identifiers: Array.from({ length: 25 }, (_, each) => ({ scheme: strange(at, each), value: 'x' })),
          sources: Array.from({ length: 25 }, (_, each) => ({ source: strange(at, each), id: 'x' })),
        },
      ],
    }));
    const places = Array.from({ length: 2_000 }, (_, at) => ({
      ...{ id: `t${at}`, kind: 'institution', name: 'X', nameKey: `x${at}`, rorId: `0${at}` },
      ...{ path: '/topics/x', state: 'on', since: followed.since },
    }));
    const copy = await readArchive(await forgeArchive({ follows: { people, places } }));
    if (!copy.ok) throw new Error(copy.code);
    let queryCount = 0;
    const counted = new Proxy(db.store.reader, {
      get: (of, name) => {
        if (name === 'lookup' || name === 'select') queryCount += 1;
        const value: unknown = Reflect.get(of, name);
        return typeof value === 'function' ? value.bind(of) : value;
      },
    });
    await planArchiveImport(counted, prober, copy.value);
    expect(queryCount).toBeLessThan(60);
  });
});
