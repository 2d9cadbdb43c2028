import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { eq } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { migrate } from 'drizzle-orm/better-sqlite3/migrator';
import { expect, test } from 'vitest';
import { pendingRecoveryKey } from '#lib/community/accounts/commands/recovery.ts';
import { notificationsOf } from '#lib/community/notifications/queries/notifications.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { daysMs } from '#lib/platform/clock.ts';
import { dialect } from '#lib/platform/db/columns.ts';
import { migrationState } from '#lib/platform/db/copies.ts';
import { accounts, signInTokens } from '#lib/platform/db/schema/accounts.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { disputes } from '#lib/platform/db/schema/claims.ts';
import { follows } from '#lib/platform/db/schema/follows.ts';
import { identityChanges } from '#lib/platform/db/schema/identity.ts';
import { jobs } from '#lib/platform/db/schema/jobs.ts';
import { notifications } from '#lib/platform/db/schema/notifications.ts';
import { attestations } from '#lib/platform/db/schema/trust.ts';
import { works } from '#lib/platform/db/schema/works.ts';
import { openStore, type Store } from '#lib/platform/db/store.ts';
import { openMigratedStore } from '#lib/platform/db/upgrade.ts';
import { readEnv } from '#lib/platform/env.ts';
import { databaseFlag } from '#lib/platform/processes/child-process.ts';
import { recordBackup } from '#lib/portal/operations/queries/last-backup.ts';
import { checkInstance } from '#lib/runtime/backup/check.ts';
import { checkUpgrade } from '#lib/runtime/doctor/check-upgrade.ts';
import { prepareDatabase } from '#lib/runtime/server/processes/prepare-database.ts';
import { createEmptyDatabase, runOnDatabase, unpackRelease } from './release-databases.ts';

/** Databases of released versions, in tests/releases. This version opens each of them without loss. */
const releases = readdirSync('tests/releases').filter((name) => /^\d/.test(name));

test('there is a database of the newest released version', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  expect(releases).toContain(version);
});

test.each(releases)('opens a database of %s with everything in it', async (release) => {
  const folder = mkdtempSync(join(tmpdir(), 'peergraph-release-'));
  const databaseUrl = await unpackRelease(release, folder);
  const store = openStore(databaseUrl);
  await store.migrate();
  expect((await migrationState(databaseUrl)).pending).toEqual([]);
  expect((await store.reader.select().from(accounts)).map(({ name }) => name)).toEqual(['Ada Byron']);
  expect((await store.reader.select().from(authors)).map(({ name }) => name).sort()).toEqual(['Ada Byron', 'Lida Novák']);
  expect(await store.reader.select().from(works)).toHaveLength(1);
  expect(await store.reader.select().from(follows)).toHaveLength(1);
  await store.close();
  // The log verifies; the signing key is not part of the fixture.
  expect(await checkInstance({ databaseUrl, dataDir: folder, secret: undefined })).toEqual([
    expect.stringContaining('names the signing key'),
  ]);
  rmSync(folder, { recursive: true });
});

const hidesYears = `update authors set privacy = '{"hidden":["years"],"indexed":true}' where name = 'Lida Novák'`;

/** Their migrations change what is stored; what later versions store has the new form. */
const olderReleases = ['0.2.0'];

test.each(olderReleases)('counts the works of %s by year for lists, unless the owner hides them', async (release) => {
  const folder = mkdtempSync(join(tmpdir(), 'peergraph-release-'));
  const databaseUrl = await unpackRelease(release, folder);
  await runOnDatabase(databaseUrl, 'update works set year = 2024');
  await runOnDatabase(databaseUrl, hidesYears);
  const store = openStore(databaseUrl);
  await store.migrate();
  const rows = await store.reader.select({ name: authors.name, yearCounts: authors.yearCounts }).from(authors).orderBy(authors.name);
  expect(rows).toEqual([
    { name: 'Ada Byron', yearCounts: { 2024: 1 } },
    { name: 'Lida Novák', yearCounts: null },
  ]);
  await store.close();
  rmSync(folder, { recursive: true });
});

test.each(releases)('keeps what notifications of %s are about, and leads to the current name and URL', async (release) => {
  const folder = mkdtempSync(join(tmpdir(), 'peergraph-release-'));
  const databaseUrl = await unpackRelease(release, folder);
  const at = dialect === 'postgres' ? "'2026-01-01'" : '1767225600000';
  const idOf = (name: string) => `(select id from authors where name = '${name}')`;
  const account = '(select id from accounts limit 1)';
  const written: [kind: string, onceKey: string, facts: Record<string, string>][] = [
    ['claim_accepted', 'a', { name: 'Ada Byron', path: '/authors/ada-before' }],
    ['proof_expiring', 'b', { name: 'A. Byron', path: '/claim/ada-before#proofs', day: '2026-02-01' }],
    ['attestation_given', 'attestation_given:vouch', { name: 'L. Novak', what: 'They vouch.', path: '/authors/ada-before' }],
    ['attestation_requested', 'attestation_requested:vouch:LIDA:ADA:2026-01', { name: 'L. Novak', what: 'Please.', path: '/confirm' }],
    ['message_received', 'e', { name: 'L. Novak', path: '/threads/thread' }],
    ['invitation_accepted', 'f', { name: 'A former member', path: '/invitations/invitation' }],
    ['correction_waiting', 'g', { name: 'An Old Title', field: 'title', path: '/works/work/correct' }],
    ['report_decided', 'h', { name: 'Lida Novák', decision: 'uphold', path: '/me/network#reports' }],
    ['attestation_requested', 'i', { name: 'Nobody Known', what: 'Please.', path: '/confirm' }],
  ];
  const rows = written.map(([kind, onceKey, facts], index) => {
    const withIds = (text: string) =>
      [
        ['LIDA', idOf('Lida Novák')],
        ['ADA', idOf('Ada Byron')],
      ].reduce((sql, [word = '', id = '']) => `replace(${sql}, '${word}', ${id})`, `'${text}'`);
    return `insert into notifications (id, account_id, kind, facts, once_key, created_at)
      values ('n${index}', ${account}, '${kind}', ${dialect === 'postgres' ? `(${withIds(JSON.stringify(facts))})::json` : withIds(JSON.stringify(facts))}, ${withIds(onceKey)}, ${at});`;
  });
  await runOnDatabase(
    databaseUrl,
    `insert into author_slugs (slug, author_key) select 'ada-before', key from authors where name = 'Ada Byron';
     insert into attestations (id, kind, author_id, from_author_id, from_account_id, state, requested_at)
       values ('vouch', 'vouch', ${idOf('Ada Byron')}, ${idOf('Lida Novák')}, 'lida', 'given', ${at});
     insert into invitations (id, sender_id, sender_author_id, recipient_id, recipient_author_id, purpose, message, work_ids, state, pair, sent_at, expires_at)
       values ('invitation', 'lida', ${idOf('Lida Novák')}, ${account}, ${idOf('Ada Byron')}, 'talk', '', '[]', 'accepted', 'pair', ${at}, ${at});
     insert into threads (id, invitation_id, opened_at) values ('thread', 'invitation', ${at});
     ${rows.join('\n')}`,
  );
  const store = openStore(databaseUrl);
  await store.migrate();
  const [row] = await store.reader.select().from(accounts);
  const shown = await notificationsOf(store.reader, { accountId: row?.id ?? '' } as Actor);
  expect(
    shown.toReversed().map((each) => `${each.title} ${each.text}`.match(/Ada Byron|Lida Novák|A former member|Nobody Known|“.*”/)?.[0]),
  ).toEqual([
    'Ada Byron',
    'Ada Byron',
    'Lida Novák',
    'Lida Novák',
    'Lida Novák',
    'A former member',
    '“An Old Title”',
    'Lida Novák',
    'Nobody Known',
  ]);
  const [ada] = await store.reader.select().from(authors).where(eq(authors.name, 'Ada Byron'));
  const paths = shown.toReversed().map(({ path }) => path.replace(ada?.slug ?? '', 'ada'));
  expect(paths.slice(0, 3)).toEqual(['/authors/ada', '/claim/ada#proofs', '/authors/ada']);
  const named = (await store.reader.select().from(notifications)).flatMap(({ facts }) => facts.name ?? []);
  expect(named.sort()).toEqual(['A former member', 'An Old Title', 'Nobody Known']);
  await store.transact((tx) => tx.update(authors).set({ visibility: 'suppressed' }).where(eq(authors.name, 'Lida Novák')));
  expect(JSON.stringify(await notificationsOf(store.reader, { accountId: row?.id ?? '' } as Actor))).not.toMatch(/Nov[aá]k/);
  await store.close();
  rmSync(folder, { recursive: true });
});

test.each(olderReleases)(
  'keeps scheduled ORCID checks, pending recoveries, notifications, reversible merges and withdrawals of %s',
  async (release) => {
    const folder = mkdtempSync(join(tmpdir(), 'peergraph-release-'));
    const databaseUrl = await unpackRelease(release, folder);
    const at = dialect === 'postgres' ? "'2026-01-01'" : '1767225600000';
    const [account, author] = ['(select id from accounts limit 1)', "(select id from authors where name = 'Ada Byron')"];
    const moved = '{"buildsOn":[],"ways":[{"source":"bibtex","recordId":"ada"}]}';
    const facts = '{"name":"Ada","word":"vouch"}';
    await runOnDatabase(
      databaseUrl,
      `insert into jobs (id, kind, payload, state, once_key, run_at, created_at)
       values ('check', 'look-at-orcid', '{"authorId":"a"}', 'waiting', 'look-at-orcid:a', ${at}, ${at});
     insert into sign_in_tokens (identifier, token, expires) values ('way-back:a', 'token', ${at});
     insert into notifications (id, account_id, kind, facts, once_key, created_at)
       values ('notice', ${account}, 'attestation_ended', '${facts}', 'once', ${at});
     insert into identity_changes (id, kind, state, author_id, undo, reason, proposed_at)
       values ('merge', 'merge', 'applied', ${author}, '${moved}', 'one person', ${at});
     insert into attestations (id, kind, author_id, from_author_id, from_account_id, state, requested_at)
       values ('vouch', 'vouch', ${author}, 'b', ${account}, 'taken_back', ${at});
     insert into disputes (id, author_id, claim_id, account_id, kind, strength, state, opened_at)
       values ('dispute', ${author}, 'c', ${account}, 'rival', 'strong', 'taken_back', ${at});`,
    );
    const store = openStore(databaseUrl);
    await store.migrate();
    const [job] = await store.reader.select().from(jobs).where(eq(jobs.id, 'check'));
    expect([job?.kind, job?.onceKey]).toEqual(['check-orcid', 'check-orcid:a']);
    const tokens = await store.reader
      .select({ identifier: signInTokens.identifier })
      .from(signInTokens)
      .where(eq(signInTokens.token, 'token'));
    expect(tokens).toEqual([{ identifier: pendingRecoveryKey('a') }]);
    const [notice] = await store.reader.select().from(notifications).where(eq(notifications.id, 'notice'));
    expect(notice?.facts).toEqual({ name: 'Ada', attestation: 'vouch' });
    const [change] = await store.reader.select().from(identityChanges).where(eq(identityChanges.id, 'merge'));
    expect(change?.undo).toEqual({ buildsOn: [], mappings: [{ source: 'bibtex', recordId: 'ada' }] });
    for (const table of [attestations, disputes])
      expect(await store.reader.select({ state: table.state }).from(table)).toEqual([{ state: 'withdrawn' }]);
    await store.close();
    rmSync(folder, { recursive: true });
  },
);

test('a check before an upgrade reports an older database, a missing key, a newer database and none', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'peergraph-upgrade-'));
  const databaseUrl = await unpackRelease('0.2.0', folder);
  const settings = { DATABASE_URL: databaseUrl, DATA_DIR: folder };
  // Stubs, because the installed tools may be older than the test server.
  const path = process.env.PATH;
  const tools = join(folder, 'tools');
  mkdirSync(tools);
  for (const name of ['pg_dump', 'pg_restore', 'psql']) writeFileSync(join(tools, name), '#!/bin/sh\necho 99.1\n', { mode: 0o755 });
  process.env.PATH = `${tools}:${path}`;
  const check = async (more = {}) => {
    const { isReady, messages } = await checkUpgrade(readEnv({ ...settings, ...more }), '9.9.9');
    return { isReady, messages: messages.join('\n') };
  };
  const oldBackup = expect.stringContaining('There is no backup of the last 24 hours');
  const lastBackup = { at: new Date().toISOString(), file: 'backup.tar.gz', bytes: 1 };

  expect(await check()).toEqual({ isReady: false, messages: oldBackup });
  recordBackup(folder, { ...lastBackup, at: new Date(Date.now() - daysMs(1) - 1000).toISOString() });
  expect(await check()).toEqual({ isReady: false, messages: oldBackup });

  recordBackup(folder, lastBackup);
  const keyless = await check();
  expect(keyless).toEqual({ isReady: false, messages: expect.not.stringContaining('no backup') });
  const [, key = ''] = /names the signing key (\S+), which/.exec(keyless.messages) ?? [];
  mkdirSync(join(folder, 'keys'));
  writeFileSync(join(folder, 'keys', `${key}.pem`), 'the key of the release');
  const state = await migrationState(databaseUrl);
  const older = await check();
  expect(older).toEqual({ isReady: true, messages: expect.stringContaining('The upgrade can start.') });
  expect(older.messages).toContain(`${state.applied.length} migrations are done, ${state.pending.length} are pending`);
  expect(state.pending.length).toBeGreaterThan(0);
  expect(await migrationState(databaseUrl)).toEqual(state);
  if (dialect === 'postgres') {
    process.env.PATH = folder;
    expect(await check()).toEqual({ isReady: false, messages: expect.stringContaining('pg_dump: It is not installed here.') });
  }
  // Operators who make their own copies need neither the tools nor a backup.
  recordBackup(folder, { ...lastBackup, at: new Date(0).toISOString() });
  expect(await check({ COPY_BEFORE_MIGRATIONS: 'off' })).toEqual({
    isReady: true,
    messages: expect.stringContaining('run without a copy'),
  });

  process.env.PATH = path;
  const table = dialect === 'postgres' ? 'drizzle.__drizzle_migrations' : '__drizzle_migrations';
  await runOnDatabase(databaseUrl, `insert into ${table} (hash, created_at) values ('of a later version', 9000000000000)`);
  expect(await check()).toEqual({ isReady: false, messages: expect.stringContaining('most likely a newer one') });
  const command = spawnSync(process.execPath, [databaseFlag(), 'lib/runtime/doctor/upgrade-cli.ts'], {
    env: { ...process.env, ...settings },
  });
  expect([command.status, command.stdout.toString()]).toEqual([1, expect.stringContaining('most likely a newer one')]);

  const none = { isReady: true, messages: expect.stringContaining('empty or missing') };
  if (dialect === 'sqlite') expect(await check({ DATABASE_URL: `file:${join(folder, 'none.db')}` })).toEqual(none);
  rmSync(folder, { recursive: true });
});

if (dialect === 'sqlite') {
  test('a database is copied before migrations change it, and again after a downgrade with further use', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'peergraph-older-'));
    const older = join(folder, 'migrations');
    cpSync('drizzle/sqlite', older, { recursive: true });
    const journalFile = join(older, 'meta', '_journal.json');
    const journal = JSON.parse(readFileSync(journalFile, 'utf8')) as { entries: unknown[] };
    writeFileSync(journalFile, JSON.stringify({ ...journal, entries: journal.entries.slice(0, 1) }));
    mkdirSync(join(folder, 'data'));
    const connection = new BetterSqlite(join(folder, 'older.db'));
    migrate(drizzle(connection), { migrationsFolder: older });
    connection.exec("insert into accounts (id, name, created_at) values ('ada', 'Ada', 0)");
    connection.close();
    const url = `file:${join(folder, 'older.db')}`;
    const place = globalThis as { peergraphStore?: Store };
    const [said, copies]: [string[], string] = [[], join(folder, 'data', 'before-migrations')];
    const upgrade = async () => {
      place.peergraphStore = openStore(url);
      await prepareDatabase(readEnv({ DATABASE_URL: url, DATA_DIR: join(folder, 'data') }), (text) => said.push(text));
      const found = await place.peergraphStore.reader.select({ id: accounts.id }).from(accounts).orderBy(accounts.id);
      await place.peergraphStore.close();
      delete place.peergraphStore;
      return found.map(({ id }) => id);
    };
    /** Restores the copy as an operator does, and writes an account. */
    const goBack = (account: string) => {
      cpSync(join(copies, readdirSync(copies)[0] ?? ''), join(folder, 'older.db'));
      const again = new BetterSqlite(join(folder, 'older.db'));
      again.exec(`insert into accounts (id, name, created_at) values ('${account}', 'Somebody', 0)`);
      again.close();
    };
    for (let start = 0; start < 2; start += 1) expect(await upgrade()).toEqual(['ada']);
    const [copy = '', ...others] = readdirSync(copies);
    expect([others, said.length]).toEqual([[], 1]);
    expect((await migrationState(`file:${join(copies, copy)}`)).applied).toHaveLength(1);
    expect(await migrationState(url)).toMatchObject({ pending: [], unknown: [] });

    goBack('bea');
    expect([await upgrade(), said.length]).toEqual([['ada', 'bea'], 3]);
    expect(said[1]).toMatch(/older\.db lacks its last/);
    expect(readdirSync(copies)).toEqual([copy]);
    goBack('cem');
    expect(await upgrade()).toEqual(['ada', 'bea', 'cem']);
    rmSync(folder, { recursive: true });
  });
}

test('a command does not migrate a database that another process has open, and copies it first', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'peergraph-command-'));
  const databaseUrl = await unpackRelease('0.2.0', folder);
  const before = await migrationState(databaseUrl);
  // A stub, because the installed tools may be too old for the test server.
  const tool = '#!/bin/sh\nfor each; do case $each in --file=*) touch "$(echo "$each" | cut -c8-)" ;; esac; done\n';
  writeFileSync(join(folder, 'pg_dump'), tool, { mode: 0o755 });
  const list = () => {
    const env = { ...process.env, DATABASE_URL: databaseUrl, DATA_DIR: folder, PATH: `${folder}:${process.env.PATH}` };
    const { status, stdout, stderr } = spawnSync(process.execPath, [databaseFlag(), 'lib/portal/accounts/cli.ts', 'erasures'], { env });
    return { status, stdout: stdout.toString(), stderr: stderr.toString() };
  };
  const running = openStore(databaseUrl);
  await running.reader.select({ id: accounts.id }).from(accounts);
  expect(list()).toEqual({ status: 1, stdout: '', stderr: expect.stringMatching(/^The database needs \d+ migrations .+ Stop that one/) });
  expect(await migrationState(databaseUrl)).toEqual(before);
  await running.close();

  expect(list()).toEqual({
    status: 0,
    stdout: expect.not.stringContaining('database'),
    stderr: expect.stringMatching(/^Copied the database to .+ before \d+ migrations/),
  });
  expect((await migrationState(databaseUrl)).pending).toEqual([]);
  expect(readdirSync(join(folder, 'before-migrations'))).toHaveLength(1);
  expect(list()).toMatchObject({ status: 0, stderr: '' });
  rmSync(folder, { recursive: true });
});

test('a start without the key that the log names migrates nothing and copies nothing', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'peergraph-keyless-'));
  const databaseUrl = await unpackRelease('0.2.0', folder);
  const before = await migrationState(databaseUrl);
  const place = globalThis as { peergraphStore?: Store };
  const opened = openStore(databaseUrl);
  place.peergraphStore = opened;
  try {
    const start = prepareDatabase(readEnv({ DATABASE_URL: databaseUrl, DATA_DIR: folder }), () => undefined);
    await expect(start).rejects.toThrow('Restore the folder "keys"');
  } finally {
    delete place.peergraphStore;
    await opened.close();
  }
  expect(await migrationState(databaseUrl)).toEqual(before);
  expect(existsSync(join(folder, 'before-migrations'))).toBe(false);
  rmSync(folder, { recursive: true });
});

test('nothing is migrated without a copy, unless the operator has one; an empty database needs none', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'peergraph-no-copy-'));
  const databaseUrl = await unpackRelease('0.2.0', folder);
  const before = await migrationState(databaseUrl);
  const open = (more = {}) => openMigratedStore(readEnv({ DATABASE_URL: databaseUrl, DATA_DIR: folder, ...more }));
  const path = process.env.PATH;
  if (dialect === 'postgres') {
    const empty = await createEmptyDatabase('no_copy');
    try {
      process.env.PATH = folder;
      await expect(open()).rejects.toThrow(/^pg_dump is not installed here.+\n.*nothing was changed.*COPY_BEFORE_MIGRATIONS=off/s);
      // A tool that is too old for the server fails with this message.
      writeFileSync(join(folder, 'pg_dump'), '#!/bin/sh\necho "server version mismatch" >&2; exit 1\n', { mode: 0o755 });
      await expect(open()).rejects.toThrow(/^pg_dump failed: server version mismatch\nInstall the client tools.*nothing was changed/s);
      expect(await migrationState(databaseUrl)).toEqual(before);
      await (await open({ DATABASE_URL: empty })).close();
    } finally {
      process.env.PATH = path;
    }
  }
  await (await open({ COPY_BEFORE_MIGRATIONS: 'off' })).close();
  expect((await migrationState(databaseUrl)).pending).toEqual([]);
  expect(existsSync(join(folder, 'before-migrations')) ? readdirSync(join(folder, 'before-migrations')) : []).toEqual([]);
  rmSync(folder, { recursive: true });
});

test.runIf(dialect === 'sqlite')('a command for an instance creates no database if there is none', () => {
  const folder = mkdtempSync(join(tmpdir(), 'peergraph-none-'));
  writeFileSync(join(folder, 'staff.csv'), 'name,email\nAda Byron,ada@example.org\n');
  const env = { ...process.env, DATABASE_URL: `file:${join(folder, 'none.db')}`, DATA_DIR: folder };
  for (const [cli, ...args] of [
    ['portal/accounts', 'list'],
    ['catalog/trust', 'change-key'],
    ['portal/roster', join(folder, 'staff.csv')],
  ]) {
    const { status, output } = spawnSync(process.execPath, [databaseFlag(), `lib/${cli}/cli.ts`, ...args], { env });
    expect([status, output.join('')]).toEqual([1, expect.stringMatching(/none\.db is empty or missing\. Does PEERGRAPH_ENV name/)]);
  }
  expect(existsSync(join(folder, 'none.db'))).toBe(false);
  rmSync(folder, { recursive: true });
});

/** Migrates in a process that is ended by a signal before the given schema statement. */
function migrateUntil(databaseUrl: string, statement: number, signal: NodeJS.Signals): NodeJS.Signals | null {
  const program = `
    import BetterSqlite from 'better-sqlite3';
    import { eq } from 'drizzle-orm';
import pg from 'pg';
    import { openStore } from '#lib/platform/db/store.ts';
    let left = ${statement};
    for (const [owner, name] of [[BetterSqlite.prototype, 'prepare'], [pg.Client.prototype, 'query']]) {
      const real = owner[name];
      owner[name] = function (...args) {
        if (/^\\s*(create|alter) /i.test(args[0]?.text ?? args[0]) && --left === 0) process.kill(process.pid, '${signal}');
        return real.apply(this, args);
      };
    }
    await openStore(process.env.DATABASE_URL).migrate();`;
  const env = { ...process.env, DATABASE_URL: databaseUrl };
  return spawnSync(process.execPath, [databaseFlag(), '--input-type=module', '-e', program], { env, stdio: 'inherit' }).signal;
}

test.each(['SIGKILL', 'SIGTERM'] as const)(
  'a migration that ends by %s half-way leaves the database as it was; the next start does it',
  async (signal) => {
    const folder = mkdtempSync(join(tmpdir(), 'peergraph-killed-'));
    const databaseUrl = await unpackRelease('0.2.0', folder);
    const before = await migrationState(databaseUrl);
    expect(migrateUntil(databaseUrl, 12, signal)).toBe(signal);
    expect(await migrationState(databaseUrl)).toEqual(before);
    const store = openStore(databaseUrl);
    await store.migrate();
    expect((await migrationState(databaseUrl)).pending).toEqual([]);
    expect(await store.reader.select().from(works)).toHaveLength(1);
    await store.close();
    rmSync(folder, { recursive: true });
  },
);
