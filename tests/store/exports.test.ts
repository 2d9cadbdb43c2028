import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { followAuthor } from '#lib/community/follows/commands/authors.ts';
import { followContext } from '#lib/community/follows/commands/contexts.ts';
import { saveSearch } from '#lib/community/follows/commands/searches.ts';
import { postMessage } from '#lib/community/invitations/commands/threads.ts';
import { stateOpinionsOnWorks } from '#lib/governance/identity/commands/opinions.ts';
import { addMs, daysMs, minutesMs, setClock } from '#lib/platform/clock.ts';
import { announcements, dataExportParts, dataExports } from '#lib/platform/db/schema/accounts.ts';
import { savedSearches } from '#lib/platform/db/schema/follows.ts';
import { notifications } from '#lib/platform/db/schema/notifications.ts';
import { works } from '#lib/platform/db/schema/works.ts';
import type { Store } from '#lib/platform/db/store.ts';
import { env } from '#lib/platform/env.ts';
import { newId } from '#lib/platform/id.ts';
import { databaseFlag } from '#lib/platform/processes/child-process.ts';
import { buildArchive } from '#lib/portal/exports/commands/build-archive.ts';
import { enqueueArchive } from '#lib/portal/exports/commands/enqueue-archive.ts';
import { exportFiles } from '#lib/portal/exports/model/format.ts';
import { archiveFileSchemas } from '#lib/portal/exports/queries/archived-rows.ts';
import { archivesOf, readyArchive } from '#lib/portal/exports/queries/archives.ts';
import { deleteExpiredData } from '#lib/runtime/worker/expired-data.ts';
import { createArchive, downloadArchive, parseJsonFile, readZip } from './archives.ts';
import { createContext, createWork, runJobs, unwrap } from './fixtures.ts';
import { createResearcher, createThread, openToInvitations, type Researcher } from './researchers.ts';
import { databasePerFile } from './test-database.ts';

const database = databasePerFile();
let store: Store;
beforeAll(async () => {
  store = database.store;
});

const requestArchive = ({ actor }: Pick<Researcher, 'actor'>) => store.transact((tx) => enqueueArchive(tx, actor));
const idOfWork = async (key: number): Promise<string> =>
  (await store.reader.select({ id: works.id }).from(works).where(eq(works.key, key)))[0]?.id ?? '';
const partsOf = async (exportId: string) => {
  const rows = await store.reader.select().from(dataExportParts).where(eq(dataExportParts.exportId, exportId));
  return { count: rows.length, files: new Set(rows.map(({ file }) => file)).size };
};
const readyNotifications = async ({ actor }: Researcher): Promise<number> =>
  (await store.reader.select().from(notifications).where(eq(notifications.accountId, actor.accountId))).filter(
    ({ kind }) => kind === 'archive_ready',
  ).length;

describe('the content of an archive', () => {
  test('is one file of each kind in its format, with a page, tables and works', async () => {
    const ada = await openToInvitations(store, await createResearcher(store, 'Ada Ωmega 李'));
    const files = await readZip(await createArchive(store, ada.actor));
    for (const name of exportFiles) {
      const { format, kind, ...content } = parseJsonFile<Record<string, unknown>>(files, `data/${name}.json`);
      expect([format, kind]).toEqual(['peergraph-export-1', name]);
      expect(archiveFileSchemas[name]?.safeParse(content).success, name).toBe(true);
    }
    const manifest = parseJsonFile<{ files: { path: string; bytes: number }[] }>(files, 'manifest.json');
    expect(manifest.files.map(({ path }) => path).sort()).toEqual([...files.keys()].filter((path) => path !== 'manifest.json').sort());
    for (const { path, bytes } of manifest.files) expect(Buffer.byteLength(files.get(path) ?? '')).toBe(bytes);
    expect(files.get('index.html')).toContain('Ada Ωmega 李');
    expect(parseJsonFile<{ files: object }>(files, 'schemas.json').files).toHaveProperty(['data/follows.json']);
  });

  test('lists what the person did, and no cell is a formula', async () => {
    const mara = await openToInvitations(store, await createResearcher(store, 'Mara Own'));
    const jonas = await openToInvitations(store, await createResearcher(store, 'Jonas Other'));
    const key = await createWork(store, '=HYPERLINK("x")', [{ key: mara.key, name: 'M. Own' }], '10.1/own');
    const topic = await createContext(store, 'topic', 'Herons', [key]);
    await store.transact((tx) => followAuthor(tx, mara.actor, { authorId: jonas.id }));
    await store.transact((tx) => followContext(tx, mara.actor, { contextId: topic.id, want: 'on' }));
    unwrap(await store.transact((tx) => saveSearch(tx, mara.actor, { query: `q=grey+herons&topic=${topic.slug}` })));
    const opinions = new Map([[await idOfWork(key), 'mine' as const]]);
    unwrap(await store.transact((tx) => stateOpinionsOnWorks(tx, mara.actor, { authorId: mara.id, opinions })));
    const { threadId } = await createThread(store, mara, jonas);
    unwrap(await store.transact((tx) => postMessage(tx, jonas.actor, { threadId, body: 'Gladly, in **May**.', workIds: [] })));
    await runJobs(store);

    const files = await readZip(await createArchive(store, mara.actor));
    expect(parseJsonFile<object>(files, 'data/follows.json')).toMatchObject({
      people: [{ name: 'Jonas Other', state: 'on' }],
      places: [{ kind: 'topic', name: 'Herons' }],
    });
    expect(parseJsonFile<object>(files, 'data/searches.json')).toMatchObject({
      searches: [{ places: [{ filter: 'topic', name: 'Herons' }] }],
    });
    expect(parseJsonFile<object>(files, 'data/threads.json')).toMatchObject({
      threads: [{ other: { name: 'Jonas Other' }, messages: [{ mine: true }, { markdown: 'Gladly, in **May**.', mine: false }] }],
    });
    const work = { as: 'M. Own', identifiers: [{ scheme: 'doi', value: '10.1/own' }], opinion: 'mine' };
    expect(parseJsonFile<object>(files, 'data/records.json')).toMatchObject({ records: [{ id: mara.id, owned: true, works: [work] }] });
    const cell = `"'=HYPERLINK(""x"")"`;
    expect(files.get('csv/authorships.csv')).toContain(cell);
    expect(files.get('csv/works.csv')).toContain(cell);
    expect(parseJsonFile<unknown[]>(files, 'works.csl.json')).toHaveLength(1);
    expect(files.get('index.html')).toContain('=HYPERLINK(&quot;x&quot;)');
    const proof = join(mkdtempSync(join(tmpdir(), 'peergraph-copy-')), 'trust.json');
    writeFileSync(proof, files.get(`trust/${mara.id}.json`) ?? '');
    expect(execFileSync(process.execPath, ['lib/catalog/trust/verify.mjs', proof], { encoding: 'utf8' })).toContain(`Record ${mara.id}: `);
  });
});

/** Makes an archive while two tables are written together. Returns the number of writes, and that of rows in the archive by table. */
async function archiveDuringWrites() {
  const person = await createResearcher(store, 'Writes Meanwhile');
  const { id } = unwrap(await requestArchive(person));
  const createdBy = person.actor.accountId;
  const both = async (count: number): Promise<void> => {
    const at = new Date();
    await store.transact(async (tx) => {
      await tx.insert(announcements).values({ id: newId(), text: `Number ${count}`, from: at, until: at, createdBy });
      await tx.insert(savedSearches).values({ id: newId(), accountId: createdBy, query: `q=${count}`, name: '', state: 'on', since: at });
    });
  };
  // The archive reads one of the two tables early and the other late.
  const making = buildArchive(store, { exportId: id }).then(() => 'made');
  let writes = 0;
  while ((await Promise.race([making, turn('writing')])) === 'writing') {
    writes += 1;
    await both(writes);
  }
  const files = await readZip(await downloadArchive(store, person.actor, id));
  const acts = parseJsonFile<{ announcements: object[] }>(files, 'data/acts.json');
  const { searches } = parseJsonFile<{ searches: object[] }>(files, 'data/searches.json');
  return { writes, rows: [acts.announcements.length, searches.length] };
}

test('an archive is a snapshot of one moment, despite concurrent writes', async () => {
  let most = 0;
  // An archive may be complete before the second write is.
  for (let attempt = 0; attempt < 20 && most < 2; attempt += 1) {
    const { writes, rows } = await archiveDuringWrites();
    expect(rows[0]).toBe(rows[1]);
    most = Math.max(most, writes);
  }
  expect(most).toBeGreaterThan(1);
});

describe('requesting an archive', () => {
  test('five times concurrently creates one, and reports that it is pending', async () => {
    const person = await createResearcher(store, 'Five Times');
    const requests = await Promise.all(Array.from({ length: 5 }, () => requestArchive(person)));
    expect(requests.filter(({ ok }) => ok)).toHaveLength(1);
    expect(requests.flatMap((each) => (each.ok ? [] : each.code))).toEqual(Array(4).fill('archive_pending'));
    await runJobs(store);
    expect(await archivesOf(store.reader, person.actor)).toMatchObject([{ state: 'ready' }]);
    expect(await readyNotifications(person)).toBe(1);
  });

  test('is limited to three a day', async () => {
    const person = await createResearcher(store, 'Three A Day');
    for (let count = 0; count < 3; count += 1) await createArchive(store, person.actor);
    expect(await requestArchive(person)).toMatchObject({ code: 'too_many_archives' });
    setClock(() => addMs(new Date(), daysMs(1.01)));
    expect((await requestArchive(person)).ok).toBe(true);
  });

  test('makes it available to its owner only, and deletes it completely after seven days', async () => {
    const [owner, stranger] = [await createResearcher(store, 'Its Owner'), await createResearcher(store, 'A Stranger')];
    const { id } = unwrap(await requestArchive(owner));
    expect(await readyArchive(store.reader, owner.actor, id)).toBeNull();
    await runJobs(store);
    expect(await readyArchive(store.reader, owner.actor, id)).not.toBeNull();
    expect(await readyArchive(store.reader, stranger.actor, id)).toBeNull();
    expect((await partsOf(id)).count).toBeGreaterThan(0);
    setClock(() => addMs(new Date(), daysMs(7.01)));
    expect(await readyArchive(store.reader, owner.actor, id)).toBeNull();
    await store.transact(deleteExpiredData);
    expect(await archivesOf(store.reader, owner.actor)).toMatchObject([{ state: 'gone' }]);
    expect((await partsOf(id)).count).toBe(0);
  });

  test('makes it available for a shorter time if the operator sets one', async () => {
    const owner = await createResearcher(store, 'Soon Gone');
    const { id } = unwrap(await requestArchive(owner));
    Object.assign(env(), { ARCHIVE_RETENTION_DAYS: 2 });
    try {
      await runJobs(store);
    } finally {
      Object.assign(env(), { ARCHIVE_RETENTION_DAYS: 7 });
    }
    setClock(() => addMs(new Date(), daysMs(1.99)));
    expect(await readyArchive(store.reader, owner.actor, id)).not.toBeNull();
    setClock(() => addMs(new Date(), daysMs(2.01)));
    expect(await readyArchive(store.reader, owner.actor, id)).toBeNull();
  });

  test('that cannot be created fails after a day, and another can be requested', async () => {
    const person = await createResearcher(store, 'Waits For Ever');
    const { id } = unwrap(await requestArchive(person));
    setClock(() => addMs(new Date(), daysMs(1.01)));
    await store.transact(deleteExpiredData);
    expect(await archivesOf(store.reader, person.actor)).toMatchObject([{ id, state: 'failed' }]);
    expect((await requestArchive(person)).ok).toBe(true);
    await buildArchive(store, { exportId: id });
    expect(await archivesOf(store.reader, person.actor)).toMatchObject([{ state: 'waiting' }, { state: 'failed' }]);
  });
});

describe('workers', () => {
  test('that create one archive concurrently leave one complete file and one notification', async () => {
    const person = await createResearcher(store, 'Two Workers');
    for (let round = 0; round < 3; round += 1) {
      const { id } = unwrap(await requestArchive(person));
      await Promise.all([
        buildArchive(store, { exportId: id }),
        buildArchive(store, { exportId: id }),
        buildArchive(store, { exportId: id }),
      ]);
      expect((await partsOf(id)).files).toBe(1);
      expect((await readZip(await downloadArchive(store, person.actor, id))).has('index.html')).toBe(true);
      expect(await readyNotifications(person)).toBe(round + 1);
    }
  });

  test('killed at any moment leave nothing that counts, and the next one finishes', async () => {
    const person = await createResearcher(store, 'Killed Often');
    const rows = Array.from({ length: 8_000 }, (_, at) => [
      newId(),
      person.actor.accountId,
      'attestation_given',
      { what: `${newId()} ${at}`, path: '/me' },
    ]);
    await store.transact((tx) =>
      tx.insertRows({
        table: 'notifications',
        columns: ['id', 'account_id', 'kind', 'facts', 'once_key', 'created_at'],
        rows: rows.map(([id, account, kind, facts], at) => [id, account, kind, JSON.stringify(facts), `once ${at}`, new Date()]),
      }),
    );
    const { id } = unwrap(await requestArchive(person));
    for (const ms of [10, 150, 300, 450]) {
      await runKilledProcess(ms);
      const [row] = await store.reader.select().from(dataExports).where(eq(dataExports.id, id));
      if (row?.state === 'waiting') expect(await readyArchive(store.reader, person.actor, id)).toBeNull();
    }
    setClock(() => addMs(new Date(), minutesMs(40)));
    await runJobs(store);
    const bytes = await downloadArchive(store, person.actor, id);
    const file = parseJsonFile<{ notifications: unknown[] }>(await readZip(bytes), 'data/notifications.json');
    expect(file.notifications.length).toBeGreaterThanOrEqual(8_000);
    expect((await partsOf(id)).files).toBe(1);
    expect(await readyNotifications(person)).toBe(1);
  }, 180_000);
});

/** Starts a worker process, and kills it some time after it has begun. */
function runKilledProcess(ms: number): Promise<void> {
  const child = spawn(process.execPath, [databaseFlag(), 'tests/store/archive-process.ts'], {
    env: { ...process.env, DATABASE_URL: database.url },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  child.stdout.once('data', () => setTimeout(() => child.kill('SIGKILL'), ms));
  return new Promise((ended) => child.once('exit', () => ended()));
}
