import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { publishHead } from '#lib/catalog/trust/commands/heads.ts';
import { parseEvent } from '#lib/catalog/trust/model/log.ts';
import { latestHeads, latestSnapshotToSign, publishedSigningKeys } from '#lib/catalog/trust/queries/document.ts';
import { eventsAfter, signedEventsOf } from '#lib/catalog/trust/queries/log.ts';
import { trustOf } from '#lib/catalog/trust/queries/snapshots.ts';
import { invitationDetailOf } from '#lib/community/invitations/queries/lists.ts';
import { threadFile, threadViewOf } from '#lib/community/invitations/queries/threads.ts';
import { notificationsOf } from '#lib/community/notifications/queries/notifications.ts';
import { mintReviewer } from '#lib/governance/cases/model/review-case.ts';
import { now, setClock } from '#lib/platform/clock.ts';
import { dialect } from '#lib/platform/db/columns.ts';
import { accounts, erasures, roles, sessions } from '#lib/platform/db/schema/accounts.ts';
import { jobs } from '#lib/platform/db/schema/jobs.ts';
import { env } from '#lib/platform/env.ts';
import { reviewFor } from '#lib/portal/decisions/queries/evidence.ts';
import { eraseAccount, eraseRemainingRows } from '#lib/portal/erasure/commands/erase.ts';
import { cancelErasure, requestErasure } from '#lib/portal/erasure/commands/request.ts';
import { exportContentOf } from '#lib/portal/exports/queries/content.ts';
import { accountColumns, ownTexts } from '../lifecycles.ts';
import { columnsMatching, filesContaining, readAllRows } from './database-contents.ts';
import { canary, canaryPattern, createFullAccount, emailOf, type FullAccount, requestErasureAndWait } from './erasure-fixtures.ts';
import { createAccount, getRecord, runJobs } from './fixtures.ts';
import { databasePerFile } from './test-database.ts';

const database = databasePerFile();
/** Returns the output of the stand-alone verifier for a file. */
function verifyFile(file: unknown): string {
  const ran = spawnSync(process.execPath, ['lib/catalog/trust/verify.mjs', '-'], { input: JSON.stringify(file), encoding: 'utf8' });
  return ran.stdout + ran.stderr;
}

async function readLog(): Promise<unknown> {
  const { reader } = database.store;
  const page = { format: 'peergraph-log-page-1', after: 0, next: null, events: await eventsAfter(reader, 0, 100_000) };
  return { ...page, keys: await publishedSigningKeys(reader), heads: await latestHeads(reader, 400) };
}

const toColumnName = (column: string): string => column.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
/** Returns the number of rows of a table in which one column matches. */
const countMatches = (rows: Map<string, string[]>, { table, column }: { table: string; column: string }, sought: RegExp): number =>
  (rows.get(table) ?? []).filter((row) => {
    const value = (JSON.parse(row) as Record<string, unknown>)[toColumnName(column)];
    return sought.test(typeof value === 'string' ? value : JSON.stringify(value ?? null));
  }).length;

describe('an erased account', () => {
  let story: FullAccount;
  let before: Map<string, string[]>;
  const volatileColumns = new Set(['revision', 'created_at', 'updated_at', 'computed_at', 'stale', 'followers_count']);
  beforeAll(async () => {
    story = await createFullAccount(database.store);
    await database.store.transact(publishHead);
    before = await readAllRows(database.store.reader, volatileColumns);
    await requestErasureAndWait(database.store, story.zoe.actor);
    await runJobs(database.store);
    setClock(() => new Date(Date.now() + 4 * 86_400_000 + 600_000));
    await runJobs(database.store);
  });

  test('is in no table: neither its id nor any of its texts, except for what the public log states', async () => {
    const { store, zoe } = { ...database, ...story };
    expect(await columnsMatching(store.reader, new RegExp(zoe.actor.accountId))).toEqual(['erasures.account_id']);
    // That a page was presented as a proof is a public event; only its private part can be erased.
    expect(await columnsMatching(store.reader, /zzcanary/i)).toEqual(['evidence_events.body']);
    expect(filesContaining(env().DATA_DIR, emailOf(zoe.actor))).toEqual([]);
  });

  test('leaves almost nothing in the bytes of the SQLite file and its log, and nothing after the operator rewrites it', async () => {
    if (dialect === 'postgres') return;
    const path = database.url.replace(/^file:/, '');
    const marks = () =>
      [path, `${path}-wal`].filter(existsSync).flatMap((each) => readFileSync(each).toString('latin1').match(canaryPattern) ?? []);
    // When SQLite rebalances pages, a page may keep a copy of a cell: at most a few of about fifty canaries.
    expect(new Set(marks()).size).toBeLessThan(5);
    await database.store.rewrite();
    expect([...new Set(marks())]).toEqual([canary('page')]);
  });

  test('has each column with personal data handled as its entry states, and the scenario fills each column', async () => {
    const { actor } = story.zoe;
    const after = await readAllRows(database.store.reader, volatileColumns);
    const whose = new RegExp(`${actor.accountId}|zzcanary`, 'i');
    // These columns hold hashes; other tests check that they are deleted.
    const sealed = new Set(['rate_limits', 'erasures', 'retained_blocks.seal', 'sessions.network', 'review_votes.network']);
    const listed = accountColumns.filter(({ table, column }) => !sealed.has(table) && !sealed.has(`${table}.${column}`));
    expect(listed.filter((each) => countMatches(before, each, whose) === 0)).toEqual([]);
    expect(listed.filter((each) => countMatches(after, each, whose) > 0)).toEqual([]);
    const replaced = listed.filter(({ erasure }) => erasure.action === 'replace');
    expect(replaced.filter((each) => countMatches(after, each, /\berased\b/) === 0)).toEqual([]);
    expect(ownTexts.filter((each) => countMatches(before, each, /zzcanary/i) === 0)).toEqual([]);
    expect(ownTexts.filter((each) => countMatches(after, each, /zzcanary/i) > 0)).toEqual([]);
  });

  test('leaves the record to its sources, unclaimed and counted again', async () => {
    const { store } = database;
    const record = await getRecord(store, story.zoe.id);
    expect(record).toMatchObject({
      claimState: 'unclaimed',
      ownerId: null,
      availability: null,
      listedUntil: null,
      privacy: null,
      pinned: [],
      followersCount: 1,
    });
    expect(await trustOf(store.reader, record.key)).toMatchObject({ level: 1 });
    const wrong = await store.reader.rows(
      sql`select id from authors a where a.followers_count <> (select count(*) from follows f where f.author_id = a.id)`,
    );
    expect(wrong).toEqual([]);
    const states = await store.reader.rows(sql`select distinct state from authorships`);
    expect(states).toEqual([{ state: 'asserted' }]);
  });

  test('leaves the log verifiable: every event is there, and its private parts can no longer be decrypted', async () => {
    const { store } = database;
    const events = await signedEventsOf(store.reader, story.zoe.id);
    expect(parseEvent(events.at(-1) ?? { body: '{}' })).toMatchObject({ kind: 'claim_ended', facts: { because: 'given_back' } });
    expect(verifyFile(await readLog())).toMatch(/^The log: \d+ events, chained and signed, 1 published heads match them\.\n$/);
    const latest = await latestSnapshotToSign(store.reader, story.zoe);
    expect(latest?.signed).not.toBeNull();
    const page = { format: 'peergraph-trust-1', record: story.zoe.id, events, keys: await publishedSigningKeys(store.reader) };
    expect(page.events.length).toBeGreaterThan(4);
  });

  test('leaves others their texts, and shows that a former member took part', async () => {
    const { ann, dot, cem, threadId, fromDot, toCem } = story;
    const { reader } = database.store;
    const thread = await threadViewOf(reader, ann.actor, threadId);
    expect(thread).toMatchObject({
      closed: true,
      erased: true,
      with: { slug: '', name: 'A former member' },
      collaboration: { state: 'none' },
    });
    expect(thread?.messages.map(({ mine, body }) => [mine, body])).toEqual([
      [false, ''],
      [false, ''],
      [true, 'Words of Ann that stay.'],
    ]);
    expect(JSON.stringify(await threadFile(reader, ann.actor, threadId))).not.toContain(story.zoe.name);
    const theirs = await invitationDetailOf(reader, dot.actor, fromDot);
    expect(theirs).toMatchObject({ state: 'expired', erased: true, to: { name: 'A former member' } });
    expect(theirs?.message).toContain('Words of Dot that stay');
    expect(await invitationDetailOf(reader, cem.actor, toCem)).toMatchObject({ state: 'withdrawn', message: '', link: null, workIds: [] });
  });

  test('leaves pages of others, of reviewers, and archives readable', async () => {
    const { reader } = database.store;
    const admin = mintReviewer(story.cem.actor.accountId, 'admin');
    for (const { id } of await reader.rows<{ id: string }>(sql`select id from reviews`)) await reviewFor(reader, admin, id);
    for (const each of [story.ann, story.ben, story.cem, story.dot, story.eli]) {
      const copy = await exportContentOf(reader, each.actor);
      const { notifications, invitations, threads, words, boundaries } = copy;
      expect(JSON.stringify([notifications, invitations, threads, words, boundaries])).not.toMatch(/zoe/i);
      // The follows and reports of other people are their own data, and name the record.
      expect(JSON.stringify(copy)).not.toMatch(new RegExp(`zzcanary|${story.zoe.actor.accountId}`, 'i'));
    }
  });

  test('notifies people who lose something by it, without a name and without blame', async () => {
    const titles = async (who: FullAccount['ann']) => (await notificationsOf(database.store.reader, who.actor)).map(({ title }) => title);
    expect(await titles(story.dot)).toContain('Your invitation has ended');
    expect(await titles(story.fay)).toEqual(
      expect.arrayContaining([
        'An attestation for the profile of Fay has ended',
        'A former member asks you to confirm',
        'A former member has confirmed',
      ]),
    );
    for (const each of [story.ann, story.ben, story.cem, story.dot, story.fay])
      expect((await titles(each)).join()).not.toContain(story.zoe.name);
  });

  test('changes no data of others except for what is listed here', async () => {
    const { zoe, doubted } = story;
    const { actor, id, key } = zoe;
    const after = await readAllRows(database.store.reader, volatileColumns);
    const theirs = (row: string) =>
      !new RegExp(`${actor.accountId}|zzcanary|${id}|${doubted}|"(author|coauthor|subject)_key":${key}\\b|Zoe`, 'i').test(row);
    const mayChange = new Set([
      'sqlite_sequence',
      'jobs',
      'log_end',
      'attestations',
      'rate_limits',
      'log_heads',
      'author_names',
      'author_letters',
    ]);
    for (const [table, rows] of before) {
      if (mayChange.has(table) || table.startsWith('search_')) continue;
      const there = new Set(after.get(table));
      expect(
        rows.filter((row) => theirs(row) && !there.has(row)),
        table,
      ).toEqual([]);
    }
    const more = [...after].filter(([table, rows]) => rows.length > (before.get(table)?.length ?? 0)).map(([table]) => table);
    expect(more.filter((table) => !mayChange.has(table) && !table.startsWith('search_')).sort()).toEqual(
      [
        ...['authorship_changes', 'claim_events', 'erasures', 'evidence_events', 'past_affiliations', 'retained_blocks'],
        ...['snapshot_signatures', 'source_records', 'trust_snapshots'],
        // The name that she accepted becomes a suggestion again, which is logged and sent to reviewers.
        ...['audit_entries', 'reviews'],
      ].sort(),
    );
  });

  test('gets one last mail, which is not stored', async () => {
    const rows = await database.store.reader.select().from(jobs).where(eq(jobs.kind, 'send-mail'));
    expect(rows.filter(({ payload }) => JSON.stringify(payload).includes(emailOf(story.zoe.actor)))).toEqual([]);
    expect(rows.filter(({ state }) => state !== 'done')).toEqual([]);
  });

  test('is erased once by two erasures', async () => {
    const { store } = database;
    const once = await readAllRows(store.reader, volatileColumns);
    await eraseAccount(store, { accountId: story.zoe.actor.accountId });
    await eraseRemainingRows(store, { accountId: story.zoe.actor.accountId });
    await runJobs(store);
    const twice = await readAllRows(store.reader, volatileColumns);
    once.delete('jobs');
    twice.delete('jobs');
    expect(twice).toEqual(once);
  });
});

describe('before an erasure', () => {
  test('waits three days, and can be cancelled until then', async () => {
    const { store } = database;
    const actor = await createAccount(store, 'Gil');
    const requested = await store.transact((tx) => requestErasure(tx, actor));
    expect(requested).toMatchObject({ ok: true });
    expect(await store.transact((tx) => requestErasure(tx, actor))).toEqual({ ok: false, code: 'erasure_pending' });
    await eraseAccount(store, actor);
    expect(await store.reader.select().from(accounts).where(eq(accounts.id, actor.accountId))).toHaveLength(1);
    expect(await store.transact((tx) => cancelErasure(tx, actor))).toEqual({ ok: true, value: undefined });
    expect(await store.transact((tx) => cancelErasure(tx, actor))).toEqual({ ok: false, code: 'no_erasure' });
    setClock(() => new Date(Date.now() + 4 * 86_400_000));
    await runJobs(store);
    expect(await store.reader.select().from(accounts).where(eq(accounts.id, actor.accountId))).toHaveLength(1);
    expect((await notificationsOf(store.reader, actor)).map(({ title }) => title).sort()).toEqual([
      'The erasure is cancelled',
      'Your account will be erased in three days',
    ]);
  });

  test('waits three days again if it is requested again after a cancellation', async () => {
    const { store } = database;
    const actor = await createAccount(store, 'Hob');
    await store.transact((tx) => requestErasure(tx, actor));
    await store.transact((tx) => cancelErasure(tx, actor));
    const day = 86_400_000;
    setClock(() => new Date(Date.now() + 2 * day));
    await store.transact((tx) => requestErasure(tx, actor));
    setClock(() => new Date(Date.now() + 4 * day));
    await runJobs(store);
    expect(await store.reader.select().from(accounts).where(eq(accounts.id, actor.accountId))).toHaveLength(1);
    setClock(() => new Date(Date.now() + 6 * day));
    await runJobs(store);
    expect(await store.reader.select().from(accounts).where(eq(accounts.id, actor.accountId))).toEqual([]);
  });

  test('the only admin cannot be erased until there is another; of two, the remaining one stays', async () => {
    const { store } = database;
    const [one, other] = [await createAccount(store, 'Ida'), await createAccount(store, 'Joe')];
    const make = (accountId: string) =>
      store.transact((tx) => tx.insert(roles).values({ accountId, role: 'admin', grantedAt: now() }).returning());
    await make(one.accountId);
    expect(await store.transact((tx) => requestErasure(tx, one))).toEqual({ ok: false, code: 'sole_admin' });
    await make(other.accountId);
    expect(await store.transact((tx) => requestErasure(tx, one))).toMatchObject({ ok: true });
    expect(await store.transact((tx) => requestErasure(tx, other))).toEqual({ ok: false, code: 'sole_admin' });
    // The other one is not an admin any more when the erasure is due.
    await store.transact((tx) => tx.delete(roles).where(eq(roles.accountId, other.accountId)).returning());
    setClock(() => new Date(Date.now() + 4 * 86_400_000));
    await runJobs(store);
    expect(await store.reader.select().from(erasures).where(eq(erasures.accountId, one.accountId))).toEqual([]);
    expect((await notificationsOf(store.reader, one))[0]).toMatchObject({ title: 'Your account is not erased' });
    expect(await store.reader.select().from(sessions).where(eq(sessions.userId, one.accountId))).toEqual([]);
  });
});
