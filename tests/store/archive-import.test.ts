import { setTimeout as wait } from 'node:timers/promises';
import { and, asc, eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { editCareer } from '#lib/catalog/ownership/commands/edit-career.ts';
import { setCredit, setNote } from '#lib/catalog/ownership/commands/edit-contributions.ts';
import { setPhoto } from '#lib/catalog/ownership/commands/edit-photo.ts';
import { editOwnRecord, pinWork, setPrivacy } from '#lib/catalog/ownership/commands/edit-record.ts';
import { encodePhoto } from '#lib/catalog/ownership/commands/encode-photo.ts';
import { findOwnRecord } from '#lib/catalog/ownership/queries/own-record.ts';
import { ownedRecordsOf, proveOwnership } from '#lib/catalog/ownership/queries/ownership.ts';
import { careerInput } from '#lib/catalog/statements/model/career.ts';
import { statementsInput } from '#lib/catalog/statements/model/statement.ts';
import { renameAccount } from '#lib/community/accounts/commands/display-name.ts';
import { followAuthor } from '#lib/community/follows/commands/authors.ts';
import { changeFollow } from '#lib/community/follows/commands/change.ts';
import { followContext } from '#lib/community/follows/commands/contexts.ts';
import { saveSearch } from '#lib/community/follows/commands/searches.ts';
import { followsOf } from '#lib/community/follows/queries/authors.ts';
import { contextFollowsOf } from '#lib/community/follows/queries/contexts.ts';
import { searchFollowsOf } from '#lib/community/follows/queries/searches.ts';
import { setAvailability } from '#lib/community/invitations/commands/boundaries.ts';
import { updateNotificationSettings } from '#lib/community/notifications/commands/settings.ts';
import { notificationSpec } from '#lib/community/notifications/model/notification.ts';
import { notificationSettingsOf, scheduleOf } from '#lib/community/notifications/queries/settings.ts';
import { saveWork } from '#lib/community/saved-works/commands.ts';
import { savedPage } from '#lib/community/saved-works/queries.ts';
import { stateOpinionsOnWorks } from '#lib/governance/identity/commands/opinions.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { accounts, auditEntries, dataImports } from '#lib/platform/db/schema/accounts.ts';
import { authors, ownerStatements } from '#lib/platform/db/schema/authors.ts';
import { contexts } from '#lib/platform/db/schema/contexts.ts';
import { contextFollows, follows, savedSearches } from '#lib/platform/db/schema/follows.ts';
import { authorshipOpinions } from '#lib/platform/db/schema/identity.ts';
import { digests, notificationSettings } from '#lib/platform/db/schema/notifications.ts';
import { savedWorks } from '#lib/platform/db/schema/saved-works.ts';
import { authorships, works } from '#lib/platform/db/schema/works.ts';
import type { Store } from '#lib/platform/db/store.ts';
import { setSchedule } from '#lib/portal/digests/commands.ts';
import { encodePhotos } from '#lib/portal/exports/commands/encode-photos.ts';
import { importArchive, storeUpload } from '#lib/portal/exports/commands/import-archive.ts';
import { readArchive } from '#lib/portal/exports/model/archive-reader.ts';
import { importPartIds } from '#lib/portal/exports/model/portable.ts';
import { freshDatabase, type TestDatabase } from '../database.ts';
import { createArchive, createZip, importFromArchive, readZip, uploadArchive } from './archives.ts';
import { type AuthorRecord, createAccount, createContext, createRecord, createWork, getRecord, unwrap } from './fixtures.ts';
import { createResearcher, openToInvitations, type Researcher } from './researchers.ts';

let [here, there]: TestDatabase[] = [];
interface World {
  store: Store;
  me: Researcher;
  people: Record<'orcid' | 'works' | 'personId' | 'name' | 'muted', AuthorRecord>;
  topic: { id: string; slug: string };
  works: number[];
}

/** Fills a database with one corpus. Ids and slugs differ between databases, the assertions of sources do not. */
async function createWorld(store: Store): Promise<World> {
  const me = await createResearcher(store, 'Mara Moves');
  const people = {
    orcid: await createRecord(store, 'Olga Orcid'),
    works: await createRecord(store, 'Wei Works'),
    personId: await createRecord(store, 'Pat Person'),
    name: await createRecord(store, 'Nora Name'),
    muted: await createRecord(store, 'Mute Muted'),
  };
  await store.transact((tx) =>
    tx.insertRows({
      table: 'author_sources',
      columns: ['source', 'record_id', 'author_key'],
      rows: [
        ['orcid', '0000-0002-1825-0097', people.orcid.key],
        ['orcid', '0000-0001-5109-3700', people.muted.key],
        ['acl-anthology', 'pat-person-2', people.personId.key],
        ['acl-anthology', 'nora-name', people.name.key],
      ],
    }),
  );
  await store.transact((tx) =>
    tx.insertRows({
      table: 'author_names',
      columns: ['author_key', 'name', 'name_key', 'works'],
      rows: [[people.name.key, 'Nora Name', 'nora-name', 1]],
    }),
  );
  const mine = { key: me.key, name: 'M. Moves' };
  const keys = [
    await createWork(store, 'Moving Houses', [mine, { key: people.works.key, name: 'W. Works' }], '10.5/houses'),
    await createWork(store, 'Moving Pianos', [mine], '10.5/pianos'),
    await createWork(store, 'Not Hers', [mine], '10.5/not-hers'),
  ];
  const topic = await createContext(store, 'topic', 'Removals', keys);
  await store.transact(async (tx) => {
    await tx.update(contexts).set({ nameKey: 'removal' }).where(eq(contexts.id, topic.id));
  });
  return { store, me, people, topic, works: keys };
}

const workId = async (store: Store, key: number | undefined): Promise<string> =>
  (
    await store.reader
      .select({ id: works.id })
      .from(works)
      .where(eq(works.key, key ?? 0))
  )[0]?.id ?? '';

/** Fills an account with all kinds of statements and follows. */
async function fillAccount({ store, me, people, topic, works: keys }: World): Promise<void> {
  const { actor, id: authorId } = me;
  for (const { id } of Object.values(people)) unwrap(await store.transact((tx) => followAuthor(tx, actor, { authorId: id })));
  unwrap(await store.transact((tx) => changeFollow(tx, actor, { kind: 'author', id: people.muted.id, want: 'muted' })));
  unwrap(await store.transact((tx) => followContext(tx, actor, { contextId: topic.id, want: 'on' })));
  unwrap(await store.transact((tx) => saveSearch(tx, actor, { query: `q=grand+piano&topic=${topic.slug}` })));
  for (const key of keys) await store.transact(async (tx) => unwrap(await saveWork(tx, actor, { workId: await workId(store, key) })));
  await store.transact((tx) => updateNotificationSettings(tx, actor, [{ kind: 'attestation_given', mail: 'off', centre: false }]));
  unwrap(await store.transact((tx) => setSchedule(tx, actor, { frequency: 'weekly', hour: 6, weekday: 3, timeZone: 'Europe/Rome' })));
  await openToInvitations(store, me, ['talk', 'dataset'], { from: 'known', monthly: 4 });
  const [houses, pianos, notHers] = await Promise.all(keys.map((key) => workId(store, key)));
  const said = new Map([
    [pianos ?? '', 'mine' as const],
    [notHers ?? '', 'not_mine' as const],
  ]);
  unwrap(await store.transact((tx) => stateOpinionsOnWorks(tx, actor, { authorId, opinions: said })));
  const owner = await proveOwnership(store.reader, actor, authorId);
  if (!owner) throw new Error('Not the owner.');
  const words = statementsInput.parse({ authorId, role: 'Mover', biography: 'Carries pianos.\nSlowly.', homepage: 'mara.example.org' });
  unwrap(await store.transact((tx) => editOwnRecord(tx, owner, words)));
  unwrap(await store.transact((tx) => pinWork(tx, owner, { authorId, workId: houses ?? '', operation: 'pin' })));
  unwrap(await store.transact((tx) => setNote(tx, owner, { authorId, workId: houses ?? '', note: 'My first house.' })));
  unwrap(await store.transact((tx) => setCredit(tx, owner, { authorId, workId: pianos ?? '', roles: ['software', 'validation'] })));
  const career = careerInput.parse({ authorId, 'positions-0-place': 'Harbour', 'positions-0-from': '2019', 'education-0-place': 'Quay' });
  unwrap(await store.transact((tx) => editCareer(tx, owner, career)));
  unwrap(await store.transact(async (tx) => setPhoto(tx, owner, unwrap(await encodePhoto(await createPicture('#123456'))))));
  unwrap(await store.transact((tx) => setPrivacy(tx, owner, { authorId, hidden: ['followers'], indexed: 'no' })));
}

const createPicture = (background: string): Promise<Buffer> =>
  sharp({ create: { width: 300, height: 300, channels: 3, background } })
    .jpeg()
    .toBuffer();

/** Returns the content of an account in terms that do not depend on the instance. */
async function accountState({ store, me }: World) {
  const { actor, id } = me;
  const record = await findOwnRecord(store.reader, actor, id);
  const opinions = await store.reader
    .select({ title: works.title, opinion: authorshipOpinions.opinion })
    .from(authorshipOpinions)
    .innerJoin(works, eq(works.key, authorshipOpinions.workKey))
    .where(eq(authorshipOpinions.authorKey, me.key))
    .orderBy(asc(works.title));
  const [searches] = [await searchFollowsOf(store.reader, actor)];
  const [availability] = (await ownedRecordsOf(store.reader, actor)).map((each) => each.availability);
  return {
    people: (await followsOf(store.reader, actor)).map(({ name, state }) => `${name} ${state}`).sort(),
    places: (await contextFollowsOf(store.reader, actor)).map(({ name, muted }) => `${name} ${muted}`),
    searches: searches.map(({ name }) => name.replace(/removals-\w+/, 'removals')),
    savedWorks: (await savedPage(store.reader, actor, { limit: 9 })).works.map(({ title }) => title?.[0]).sort(),
    settings: (await notificationSettingsOf(store.reader, actor.accountId))
      .filter(({ kind, mail }) => mail === 'off' && notificationSpec(kind).mail !== 'off')
      .map(({ kind, centre }) => `${kind} ${centre}`),
    digest: { ...(await scheduleOf(store.reader, actor)), nextAt: null },
    opinions,
    availability,
    said: Object.entries(record?.statements ?? {})
      .map(([field, { text }]) => `${field}: ${text}`)
      .sort(),
    pinned: record?.pinned.map(({ title }) => title),
    notes: Object.values(record?.notes ?? {}),
    credits: record?.credits.map(({ work, roles }) => [work.title, roles]),
    career: record && [record.career.positions, record.career.education],
    hasPhoto: record?.photoSince instanceof Date,
    privacy: record?.privacy,
  };
}

/** Returns every row that an archive import could change, as JSON. */
async function accountRows(store: Store, { accountId }: Actor): Promise<string> {
  const of = store.reader;
  return JSON.stringify([
    await of.select().from(follows).where(eq(follows.accountId, accountId)).orderBy(asc(follows.authorId)),
    await of.select().from(contextFollows).where(eq(contextFollows.accountId, accountId)),
    await of.select().from(savedSearches).where(eq(savedSearches.accountId, accountId)).orderBy(asc(savedSearches.id)),
    await of.select().from(savedWorks).where(eq(savedWorks.accountId, accountId)).orderBy(asc(savedWorks.workId)),
    await of.select().from(authorshipOpinions).where(eq(authorshipOpinions.accountId, accountId)).orderBy(asc(authorshipOpinions.workKey)),
    await of
      .select()
      .from(notificationSettings)
      .where(eq(notificationSettings.accountId, accountId))
      .orderBy(asc(notificationSettings.kind)),
    await of.select().from(digests).where(eq(digests.accountId, accountId)),
    await of.select({ name: accounts.name }).from(accounts).where(eq(accounts.id, accountId)),
    await of
      .select()
      .from(ownerStatements)
      .where(eq(ownerStatements.accountId, accountId))
      .orderBy(asc(ownerStatements.authorId), asc(ownerStatements.field)),
    await of.select().from(authors).where(eq(authors.ownerId, accountId)).orderBy(asc(authors.key)),
  ]);
}

/** Creates two instances with the same works and people, and an archive of the account in the first one. */
async function createTwoWorlds(): Promise<{ from: World; to: World; bytes: Buffer }> {
  here = await freshDatabase();
  there = await freshDatabase();
  const [from, to] = [await createWorld(here.store), await createWorld(there.store)];
  await fillAccount(from);
  return { from, to, bytes: await createArchive(from.store, from.me.actor) };
}

describe('importing an archive of another instance', () => {
  let [from, to]: World[] = [];
  let bytes: Buffer = Buffer.alloc(0);
  const worlds = (): [World, World] => {
    if (!from || !to) throw new Error('There are no worlds.');
    return [from, to];
  };
  beforeAll(async () => {
    ({ from, to, bytes } = await createTwoWorlds());
  });
  afterAll(async () => {
    await here?.drop();
    await there?.drop();
  });

  test('previews what would be imported and the reason for each exclusion, and changes nothing', async () => {
    const [, goal] = worlds();
    const before = await accountRows(goal.store, goal.me.actor);
    const { groups } = await uploadArchive(goal.store, goal.me.actor, bytes);
    const byKind = Object.fromEntries(groups.map((group) => [group.of, group]));
    expect(byKind.people?.toImport.map(({ name, detail }) => `${name}: ${detail}`).sort()).toEqual([
      'Mute Muted: the same ORCID iD',
      'Olga Orcid: the same ORCID iD',
      'Pat Person: the same person of the same source',
      'Wei Works: the same works, signed by the same name',
    ]);
    expect(byKind.people?.notImported).toMatchObject([{ name: 'Nora Name', why: expect.stringContaining('A name alone') }]);
    expect(byKind.places?.toImport).toMatchObject([{ name: 'Removals' }]);
    expect(byKind.searches?.toImport).toHaveLength(1);
    expect(byKind.savedWorks?.toImport.map(({ name }) => name).sort()).toEqual(['Moving Houses', 'Moving Pianos', 'Not Hers']);
    expect(byKind.settings?.toImport).toHaveLength(2);
    expect(byKind.records?.notImported).toEqual([]);
    expect(await accountRows(goal.store, goal.me.actor)).toBe(before);
  });

  test('imports the selection in one command with an audit entry, and nothing else', async () => {
    const [, goal] = worlds();
    expect(await importFromArchive(goal.store, goal.me.actor, bytes, ['places'])).toEqual({ places: 1 });
    expect(await followsOf(goal.store.reader, goal.me.actor)).toEqual([]);
    const told = and(eq(auditEntries.accountId, goal.me.actor.accountId), eq(auditEntries.action, 'archive.imported'));
    expect(await goal.store.reader.select({ facts: auditEntries.facts }).from(auditEntries).where(told)).toMatchObject([
      { facts: { origin: 'http://localhost:3000', taken: { places: 1 } } },
    ]);
  });

  test('imports everything, and it equals the original', async () => {
    const [source, goal] = worlds();
    const taken = await importFromArchive(goal.store, goal.me.actor, bytes);
    expect(taken).toMatchObject({ people: 4, searches: 1, savedWorks: 3, settings: 2 });
    const followed = await getRecord(goal.store, goal.people.muted.id);
    expect(followed.followersCount).toBe(1);
    const [before, after] = [await accountState(source), await accountState(goal)];
    expect(after).toEqual({ ...before, people: before.people.filter((name) => !name.startsWith('Nora Name')) });
  });

  test('changes nothing the second time', async () => {
    const [, goal] = worlds();
    const before = await accountRows(goal.store, goal.me.actor);
    const { groups } = await uploadArchive(goal.store, goal.me.actor, bytes);
    expect(groups.flatMap(({ toImport }) => toImport)).toEqual([]);
    expect(await importFromArchive(goal.store, goal.me.actor, bytes)).toEqual({});
    expect(await accountRows(goal.store, goal.me.actor)).toBe(before);
  });

  test('done twice concurrently, succeeds once', async () => {
    const [, goal] = worlds();
    const twice = await createAccount(goal.store, 'Twice At Once');
    const copy = await encodePhotos(unwrap(await readArchive(bytes)));
    const { id } = await goal.store.transact((tx) => storeUpload(tx, twice, copy));
    const take = () => goal.store.transact((tx) => importArchive(tx, twice, { id, of: importPartIds }));
    const both = await Promise.all([take(), take()]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    expect(both.flatMap((each) => (each.ok ? [] : each.code))).toEqual(['unknown_archive']);
  });

  test('keeps a name that is set during the import', async () => {
    const [, { store }] = worlds();
    const actor = await createAccount(store, 'Named Meanwhile');
    await store.transact((tx) => renameAccount(tx, actor, { name: '' }));
    const copy = await encodePhotos(unwrap(await readArchive(bytes)));
    const { id } = await store.transact((tx) => storeUpload(tx, actor, copy));
    let isGiven = (): void => undefined;
    const given = new Promise<void>((resolve) => {
      isGiven = resolve;
    });
    const naming = store.transact(async (tx) => {
      await renameAccount(tx, actor, { name: 'Given Now' });
      isGiven();
      await wait(300);
    });
    await given;
    await Promise.all([naming, store.transact((tx) => importArchive(tx, actor, { id, of: ['name'] }))]);
    const [row] = await store.reader.select({ name: accounts.name }).from(accounts).where(eq(accounts.id, actor.accountId));
    expect(row?.name).toBe('Given Now');
  });

  test('is limited to the account that uploaded it', async () => {
    const [, goal] = worlds();
    const { id } = await uploadArchive(goal.store, goal.me.actor, bytes);
    const stranger = await createAccount(goal.store, 'A Stranger');
    expect(await goal.store.transact((tx) => importArchive(tx, stranger, { id, of: importPartIds }))).toMatchObject({
      code: 'unknown_archive',
    });
    const [row] = await goal.store.reader.select().from(dataImports).where(eq(dataImports.id, id));
    expect(row?.state).toBe('shown');
  });

  test('skips a record that is not the owner’s here, and links to its claim page', async () => {
    const [, goal] = worlds();
    const stranger = await createAccount(goal.store, 'Claims Nothing Yet');
    const { groups, excluded } = await uploadArchive(goal.store, stranger, await asOtherInstance(bytes));
    const records = groups.find(({ of }) => of === 'records');
    expect(records).toMatchObject({ toImport: [], notImported: [{ name: 'Mara Moves', path: `/claim/${goal.me.slug}` }] });
    expect(excluded.map(({ title }) => title)).toContain('Claims and proofs');
    await importFromArchive(goal.store, stranger, bytes, ['records']);
    expect(await goal.store.reader.select().from(authorshipOpinions).where(eq(authorshipOpinions.accountId, stranger.accountId))).toEqual(
      [],
    );
  });

  test('skips an ambiguous match of two records', async () => {
    const [, goal] = worlds();
    const twin = await createRecord(goal.store, 'Wei Works the Younger');
    await goal.store.transact(async (tx) => {
      const edge = {
        workKey: goal.works[0] ?? 0,
        authorKey: twin.key,
        position: null,
        nameAsWritten: 'W. Works',
        resolvedBy: 'listing',
        source: 'bibtex',
      };
      await tx.insert(authorships).values(edge);
    });
    const { groups } = await uploadArchive(goal.store, await createAccount(goal.store, 'Sees Two'), bytes);
    const people = groups.find(({ of }) => of === 'people');
    expect(people?.notImported.find(({ name }) => name === 'Wei Works')?.why).toContain('Several profiles here fit: Wei Works');
  });
});

describe('existing data during an import of an archive', () => {
  let to: World | null = null;
  let bytes: Buffer = Buffer.alloc(0);
  const goal = (): World => {
    if (!to) throw new Error('There is no world.');
    return to;
  };
  beforeAll(async () => {
    ({ to, bytes } = await createTwoWorlds());
    await fillAccountDifferently(to);
  });
  afterAll(async () => {
    await here?.drop();
    await there?.drop();
  });

  test('is kept, and the preview names each value', async () => {
    const { store, me } = goal();
    const { groups } = await uploadArchive(store, me.actor, bytes);
    const left = Object.fromEntries(groups.map((group) => [group.of, group.notImported.map(({ detail, why }) => `${detail} | ${why}`)]));
    expect(left.name).toEqual(['null | Your display name here stays Mara Here. You can change it in your account.']);
    expect(left.settings).toEqual([
      'no email, not shown here | You have chosen otherwise here: by email at once. What you have chosen here stays.',
      'every Wednesday at 06:00 (Europe/Rome) | You have chosen otherwise here: every day at 20:00 (UTC). What you have chosen here stays.',
    ]);
    expect(left.records).toEqual([
      'not yours | You say otherwise here: yours. What you say here stays.',
      expect.stringMatching(
        /^open to a talk or a visit, building or sharing a dataset, from people .* \| You say otherwise here: not open to invitations\. What/,
      ),
      'role: Mover | You say otherwise here: “Sitter”. What you say here stays.',
    ]);
    const [records] = groups.filter(({ of }) => of === 'records');
    expect(records?.toImport.map(({ detail }) => detail)).toEqual([
      'what you say of one work',
      expect.stringContaining('biography: Carries pianos.'),
      'one work shown first',
      'kept from public pages: Followers, not for search engines',
      'one position',
      'one degree',
      'a photo',
      'beside a pinned work: My first house.',
      'roles in a work: Software, Validation',
    ]);
  });

  test('is completed without duplicates, and a second import changes nothing', async () => {
    const { store, me, people } = goal();
    await importFromArchive(store, me.actor, bytes);
    const state = await accountState(goal());
    expect(state).toMatchObject({
      people: ['Mute Muted on', 'Olga Orcid muted', 'Pat Person on', 'Wei Works on'],
      places: ['Removals true'],
      settings: [],
      digest: { frequency: 'daily', hour: 20 },
      opinions: [
        { title: 'Moving Pianos', opinion: 'mine' },
        { title: 'Not Hers', opinion: 'mine' },
      ],
      availability: { open: false },
      said: ['biography: Carries pianos.\nSlowly.', 'homepage: https://mara.example.org/', 'role: Sitter'],
      pinned: ['Moving Pianos', 'Moving Houses'],
      privacy: { hidden: ['followers', 'years'], indexed: false },
    });
    expect(state.searches).toHaveLength(1);
    expect((await getRecord(store, people.orcid.id)).followersCount).toBe(1);
    const before = await accountRows(store, me.actor);
    const { groups } = await uploadArchive(store, me.actor, bytes);
    expect(groups.flatMap(({ toImport }) => toImport)).toEqual([]);
    expect(await importFromArchive(store, me.actor, bytes)).toEqual({});
    expect(await accountRows(store, me.actor)).toBe(before);
  });

  test('is not replaced by a photo, career or biography that a stranger wrote into an archive', async () => {
    const { store } = goal();
    const me = await createResearcher(store, 'Mara Forges');
    const files = await readZip(bytes);
    const content = JSON.parse(files.get('data/records.json') ?? '{}') as { records: { id: string }[] };
    const photo = Buffer.from('<svg onload="alert(1)"/>').toString('base64');
    const long = JSON.stringify([{ title: 'x'.repeat(500), place: 'Here', from: 'soon', to: null }]);
    const statements = [
      { field: 'photo', value: photo },
      { field: 'positions', value: long },
      { field: 'notes', value: '{"nowhere": "A sentence"}' },
      { field: 'credit:nowhere', value: '["software", "alchemy"]' },
    ].map((each) => ({ ...each, at: '2026-01-01T00:00:00.000Z' }));
    files.set('data/records.json', JSON.stringify({ ...content, records: [{ ...content.records[0], id: me.id, works: [], statements }] }));
    const { groups } = await uploadArchive(store, me.actor, await createZip(files));
    const whys = groups.find(({ of }) => of === 'records')?.notImported.map(({ why }) => why);
    expect(whys).toEqual(
      expect.arrayContaining([
        expect.stringContaining('cannot be read as a photo'),
        expect.stringContaining('does not fit'),
        'The work is not pinned here.',
        'Not among the works of the profile here.',
      ]),
    );
    await importFromArchive(store, me.actor, await createZip(files));
    const rows = await store.reader
      .select({ field: ownerStatements.field })
      .from(ownerStatements)
      .where(eq(ownerStatements.authorId, me.id));
    expect(rows.map(({ field }) => field).filter((field) => field !== 'privacy')).toEqual([]);
  });

  test('comes from the first of two archived profiles that are one here', async () => {
    const { store, me } = goal();
    const files = await readZip(bytes);
    const content = JSON.parse(files.get('data/records.json') ?? '{}') as { records: { id: string; statements: object[] }[] };
    const [record] = content.records;
    const at = '2026-01-01T00:00:00.000Z';
    const twice = ['First', 'Second'].map((value) => ({ ...record, id: value, statements: [{ field: 'affiliation', value, at }] }));
    files.set('data/records.json', JSON.stringify({ ...content, records: twice }));
    const forged = await createZip(files);
    const { groups } = await uploadArchive(store, me.actor, forged);
    const records = groups.find(({ of }) => of === 'records');
    expect(records?.toImport).toMatchObject([{ detail: 'affiliation: First' }]);
    expect(records?.notImported.map(({ why }) => why)).toContainEqual(expect.stringContaining('Another profile of the archive'));
    expect(await importFromArchive(store, me.actor, forged, ['records'])).toEqual({ records: 1 });
    expect((await accountState(goal())).said).toContain('affiliation: First');
    expect(await importFromArchive(store, me.actor, forged, ['records'])).toEqual({});
  });

  test('that changes during the import precedes it, or the import reports the change', async () => {
    const { store } = goal();
    for (let round = 0; round < 5; round += 1) {
      const me = await createResearcher(store, `Mara Hurries ${round}`);
      const files = await readZip(bytes);
      const content = JSON.parse(files.get('data/records.json') ?? '{}') as { records: object[] };
      files.set(
        'data/records.json',
        JSON.stringify({ ...content, records: content.records.map((each) => ({ ...each, id: me.id, works: [] })) }),
      );
      const copy = await encodePhotos(unwrap(await readArchive(await createZip(files))));
      const { id } = await store.transact((tx) => storeUpload(tx, me.actor, copy));
      const owner = await proveOwnership(store.reader, me.actor, me.id);
      if (!owner) throw new Error('Not the owner.');
      const words = statementsInput.parse({ authorId: me.id, role: 'Sitter' });
      const [said, closed] = await Promise.all([
        store.transact((tx) => editOwnRecord(tx, owner, words)),
        store.transact((tx) => setAvailability(tx, owner, { open: false, purposes: [] })),
        store.transact((tx) => importArchive(tx, me.actor, { id, of: ['records'] })),
      ]);
      const now = await findOwnRecord(store.reader, me.actor, me.id);
      expect(now?.statements.role?.text).toBe(said.ok ? 'Sitter' : 'Mover');
      expect(closed.ok).toBe(true);
      expect((await getRecord(store, me.id)).availability?.open).toBe(false);
    }
  });

  test('keeps its pinned works, and further ones fill the remaining places', async () => {
    const { store, me } = goal();
    const owner = await proveOwnership(store.reader, me.actor, me.id);
    if (!owner) throw new Error('Not the owner.');
    const [houses] = [await workId(store, goal().works[0])];
    unwrap(await store.transact((tx) => pinWork(tx, owner, { authorId: me.id, workId: houses, operation: 'unpin' })));
    for (let count = 0; count < 4; count += 1) {
      const key = await createWork(store, `Moving On ${count}`, [{ key: me.key, name: 'M. Moves' }], `10.5/on-${count}`);
      const id = await workId(store, key);
      unwrap(await store.transact((tx) => pinWork(tx, owner, { authorId: me.id, workId: id, operation: 'pin' })));
    }
    const before = await accountRows(store, me.actor);
    const { groups } = await uploadArchive(store, me.actor, bytes);
    const why = 'Up to 5 works are shown first, and those that you show first here stay.';
    expect(groups.find(({ of }) => of === 'records')?.notImported).toContainEqual(
      expect.objectContaining({ detail: 'one work shown first', why }),
    );
    expect(await importFromArchive(store, me.actor, bytes)).toEqual({});
    expect(await accountRows(store, me.actor)).toBe(before);
  });
});

/** Makes statements that differ from those of `livesIn`, in most fields; the biography stays empty. */
async function fillAccountDifferently({ store, me, people, topic, works: keys }: World): Promise<void> {
  const { actor, id: authorId } = me;
  await store.transact((tx) => renameAccount(tx, actor, { name: 'Mara Here' }));
  for (const { id } of [people.orcid, people.muted]) unwrap(await store.transact((tx) => followAuthor(tx, actor, { authorId: id })));
  unwrap(await store.transact((tx) => changeFollow(tx, actor, { kind: 'author', id: people.orcid.id, want: 'muted' })));
  unwrap(await store.transact((tx) => followContext(tx, actor, { contextId: topic.id, want: 'on' })));
  unwrap(await store.transact((tx) => changeFollow(tx, actor, { kind: 'context', id: topic.id, want: 'muted' })));
  const { id } = unwrap(await store.transact((tx) => saveSearch(tx, actor, { query: `q=grand+piano&topic=${topic.slug}` })));
  unwrap(await store.transact((tx) => changeFollow(tx, actor, { kind: 'search', id, want: 'muted' })));
  await store.transact((tx) => updateNotificationSettings(tx, actor, [{ kind: 'attestation_given', mail: 'now', centre: true }]));
  unwrap(await store.transact((tx) => setSchedule(tx, actor, { frequency: 'daily', hour: 20, weekday: 1, timeZone: 'UTC' })));
  const owner = await proveOwnership(store.reader, actor, authorId);
  if (!owner) throw new Error('Not the owner.');
  unwrap(await store.transact((tx) => setAvailability(tx, owner, { open: false, purposes: [] })));
  const [pianos, notHers] = [await workId(store, keys[1]), await workId(store, keys[2])];
  unwrap(await store.transact((tx) => stateOpinionsOnWorks(tx, actor, { authorId, opinions: new Map([[notHers, 'mine' as const]]) })));
  const words = statementsInput.parse({ authorId, role: 'Sitter', homepage: 'https://mara.example.org/' });
  unwrap(await store.transact((tx) => editOwnRecord(tx, owner, words)));
  unwrap(await store.transact((tx) => pinWork(tx, owner, { authorId, workId: pianos, operation: 'pin' })));
  unwrap(await store.transact((tx) => setPrivacy(tx, owner, { authorId, hidden: ['years'], indexed: 'yes' })));
}

/** Returns the same archive as if another instance had created it. */
async function asOtherInstance(bytes: Buffer): Promise<Buffer> {
  const files = await readZip(bytes);
  files.set('manifest.json', (files.get('manifest.json') ?? '').replace('http://localhost:3000', 'https://elsewhere.example'));
  return createZip(files);
}
