import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/**
 * Keeps a small database of this version, which all later ones must open: `tests/releases/<version>/`. Run it once for a release, on each
 * engine: `node lib/runtime/server/runtime.mjs tests/releases/make-fixture.ts` and the same with DATABASE_URL=postgres://….
 */
const temporary = mkdtempSync(join(tmpdir(), 'peergraph-fixture-'));
process.env.DATABASE_URL ??= `file:${join(temporary, 'fixture.db')}`;
process.env.DATA_DIR = join(temporary, 'data');
const url = process.env.DATABASE_URL;

const { openStore } = await import('#lib/platform/db/store.ts');
const { logEvent } = await import('#lib/catalog/trust/commands/log.ts');
const { follows } = await import('#lib/platform/db/schema/follows.ts');
const { now } = await import('#lib/platform/clock.ts');
const { createRecord, createWork, createAccount } = await import('../store/fixtures.ts');

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
const folder = join('tests/releases', version);
mkdirSync(folder, { recursive: true });
const store = openStore(url);
await store.migrate();
const ada = await createAccount(store, 'Ada Byron');
const one = await createRecord(store, 'Ada Byron', { works: 1, orcid: '0000-0002-1825-0097' });
const other = await createRecord(store, 'Lida Novák', { works: 1 });
const by = [one, other].map(({ key }, at) => ({ key, name: at === 0 ? 'Ada Byron' : 'Lida Novák' }));
await createWork(store, 'On Lamps and Looms', by, '10.5555/lamps');
await store.transact(async (tx) => {
  await tx.insert(follows).values({ accountId: ada.accountId, authorId: other.id, state: 'on', since: now() });
  await logEvent(tx, { authorId: one.id, kind: 'passkey_added', facts: {} });
  await logEvent(tx, { authorId: one.id, kind: 'claim_accepted', facts: { claim: 'claim', strength: 'strong' } });
});
await store.eraseDeletedRows();
await store.close();

if (url.startsWith('file:')) writeFileSync(join(folder, 'sqlite.db.gz'), gzipSync(readFileSync(url.slice('file:'.length)), { level: 9 }));
else {
  const dump = execFileSync('pg_dump', ['--no-owner', '--no-privileges', '--inserts', url], { maxBuffer: 100_000_000 });
  // Lines for psql alone begin with a backslash.
  const sql = dump.toString().replace(/^\\.*$/gm, '');
  writeFileSync(join(folder, 'postgres.sql.gz'), gzipSync(sql, { level: 9 }));
}
rmSync(temporary, { recursive: true, force: true });
