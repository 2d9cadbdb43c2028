import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import pg from 'pg';
import type { ClaimEvidence } from '#lib/governance/claims/model/proof-methods.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import type { Store, Writer } from '#lib/platform/db/store.ts';
import type { Outcome } from '#lib/platform/outcome.ts';
import { databaseFlag } from '#lib/platform/processes/child-process.ts';

/** Environment of an instance, as `tests/instance.ts` returns it. The default is the instance that all tests share. */
type InstanceEnv = Record<string, string | undefined>;

/**
 * Opens the database of an instance in this process, with the instance's clock, and runs `work` on it. The first module of `lib/platform/db`
 * that is loaded chooses the engine; therefore all of them are imported dynamically.
 */
export async function withInstanceStore<T>(work: (store: Store) => Promise<T>, env: InstanceEnv = process.env): Promise<T> {
  process.env.DATABASE_URL = env.E2E_DATABASE_URL;
  process.env.DATA_DIR = env.E2E_DATA_DIR;
  const { openStore } = await import('#lib/platform/db/store.ts');
  if (env.E2E_CLOCK) {
    const { setClock } = await import('#lib/platform/clock.ts');
    const offsetMs = Number(readFileSync(env.E2E_CLOCK, 'utf8'));
    setClock(() => new Date(Date.now() + offsetMs));
  }
  const store = openStore(env.E2E_DATABASE_URL ?? '');
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** Time after a commit of another process during which an instance on SQLite may still serve cached pages. */
const cacheDelayMs = 100;

/** Runs `work` in a transaction on an instance's database, refreshes stale records, and waits until the instance sees the change. */
export const changeDatabase = (work: (tx: Writer) => Promise<unknown>, env?: InstanceEnv): Promise<void> =>
  withInstanceStore(async (store) => {
    await store.transact(async (tx) => {
      await work(tx);
      const { refreshAuthors } = await import('#lib/catalog/refresh/commands/authors.ts');
      while ((await refreshAuthors(tx, 100)) > 0);
    });
    await new Promise((resolve) => setTimeout(resolve, cacheDelayMs));
  }, env);

/** Runs `npm run accounts -- …` on the instance's database, as the operator does. */
export function runAccountsCommand(...args: string[]): void {
  const env = { ...process.env, DATABASE_URL: process.env.E2E_DATABASE_URL, NODE_NO_WARNINGS: '1' };
  execFileSync(process.execPath, [databaseFlag(), 'lib/portal/accounts/cli.ts', ...args], { env });
}

/** Returns the account with an email address as an actor. */
async function actorOf(tx: Writer, email: string): Promise<Actor> {
  const { mintActor } = await import('#lib/platform/auth/actor.ts');
  const [account] = await tx.query<{ id: string }>('select id from accounts where email = ?', [], [email]);
  return mintActor({ accountId: account?.id ?? '', name: null, email, emailConfirmed: true });
}

const recordOf = async (tx: Writer, slug: string): Promise<string> =>
  (await tx.query<{ id: string }>('select id from authors where slug = ?', [], [slug]))[0]?.id ?? '';

async function claimRecord(tx: Writer, actor: Actor, slug: string, evidence: ClaimEvidence): Promise<void> {
  const { claimAuthor } = await import('#lib/governance/claims/commands/claim.ts');
  const { mintProof } = await import('#lib/governance/claims/model/claim.ts');
  const authorId = await recordOf(tx, slug);
  unwrap(slug, await claimAuthor(tx, actor, { authorId, proof: mintProof(evidence, actor.accountId, authorId) }));
}

/** Returns the value of a successful outcome. Throws an error with the label otherwise. */
function unwrap<Value>(label: string, outcome: Outcome<Value, string>): Value {
  if (!outcome.ok) throw new Error(`${label}: ${outcome.code}`);
  return outcome.value;
}

/** Makes an account the owner of a record by an accepted claim. */
export const assignRecord = (email: string, slug: string, evidence: ClaimEvidence, env?: InstanceEnv): Promise<void> =>
  changeDatabase(async (tx) => claimRecord(tx, await actorOf(tx, email), slug, evidence), env);

interface RecordOwner {
  email: string;
  slug: string;
}

/** Creates accounts and makes each the owner of a record. */
export const createOwners = (owners: readonly (RecordOwner & { evidence: ClaimEvidence })[]): Promise<void> =>
  changeDatabase(async (tx) => {
    const { accounts } = await import('#lib/platform/db/schema/accounts.ts');
    const { now } = await import('#lib/platform/clock.ts');
    const { newId } = await import('#lib/platform/id.ts');
    for (const { email, slug, evidence } of owners) {
      await tx.insert(accounts).values({ id: newId(), email, emailVerified: now(), createdAt: now() });
      await claimRecord(tx, await actorOf(tx, email), slug, evidence);
    }
  });

/** Requests a confirmation of a joint work from a co-author, and gives it. */
export const confirmWork = (owner: RecordOwner, from: RecordOwner): Promise<void> =>
  changeDatabase(async (tx) => {
    const { attest, requestAttestationOf } = await import('#lib/governance/claims/commands/attestations.ts');
    const [authorId, fromAuthorId] = [await recordOf(tx, owner.slug), await recordOf(tx, from.slug)];
    const request = { authorId, fromAuthorId, kind: 'confirmation' } as const;
    const { id } = unwrap(from.slug, await requestAttestationOf(tx, await actorOf(tx, owner.email), request));
    unwrap(from.slug, await attest(tx, await actorOf(tx, from.email), { attestationId: id }));
  });

/** Vouches for records as the owner of another record. */
export const vouchForRecords = (from: RecordOwner, slugs: readonly string[]): Promise<void> =>
  changeDatabase(async (tx) => {
    const { vouchFor } = await import('#lib/governance/claims/commands/attestations.ts');
    const fromAuthorId = await recordOf(tx, from.slug);
    for (const slug of slugs)
      unwrap(slug, await vouchFor(tx, await actorOf(tx, from.email), { authorId: await recordOf(tx, slug), fromAuthorId }));
  });

/** Stores a strong proof of the owner of a record that counts, for the powers that need one. */
export const proveControl = (slug: string, env?: InstanceEnv): Promise<void> =>
  changeDatabase(async (tx) => {
    const { storeStrongProof } = await import('../store/fixtures.ts');
    const [row] = await tx.query<{ id: string; owner_id: string }>('select id, owner_id from authors where slug = ?', [], [slug]);
    if (row) await storeStrongProof(tx, row.owner_id, row.id);
  }, env);

/** Ends the time in which owners can contest corrections that others agree with, as if it had passed. */
export const passContestTimes = (): Promise<void> =>
  changeDatabase(async (tx) => {
    const { endContestTime } = await import('#lib/governance/corrections/commands/contest-time.ts');
    const { setClock } = await import('#lib/platform/clock.ts');
    const rows = await tx.query<{ id: string }>(
      "select id from corrections where state in ('suggested', 'contested') and subject = 'work'",
      [],
    );
    const at = new Date(Date.now() + 8 * 86_400_000);
    setClock(() => at);
    try {
      for (const { id } of rows) await endContestTime(tx, { correctionId: id }, async () => true);
    } finally {
      setClock(() => new Date());
    }
  });

/** Rechecks the web proofs of an account the given number of times; each recheck fails. */
export const failRechecks = (email: string, times: number): Promise<void> =>
  withInstanceStore(async (store) => {
    const { recheckProof } = await import('#lib/governance/claims/commands/check.ts');
    const { emptyServices } = await import('../evidence.ts');
    const query = "select id from proofs where state = 'valid' and kind in ('dns', 'rel_me') and account_id = ?";
    const { accountId } = await store.transact((tx) => actorOf(tx, email));
    for (const { id } of await store.reader.query<{ id: string }>(query, [], [accountId]))
      for (let attempt = 0; attempt < times; attempt += 1) await recheckProof(store, id, emptyServices);
  });

/** Grants an account the admin role, as `npm run accounts -- grant-admin` does. */
export const grantAdmin = (email: string): Promise<void> =>
  changeDatabase(async (tx) => {
    const { grantAdmin } = await import('#lib/platform/audit/roles.ts');
    unwrap(email, await grantAdmin(tx, email));
  });

/** Marks the sessions of an account as started with a passkey and from any network, for tests of other subjects. */
export const markSessionsAsPasskey = (email: string, env?: InstanceEnv): Promise<void> =>
  withInstanceStore(async (store) => {
    const { accounts, sessions } = await import('#lib/platform/db/schema/accounts.ts');
    const { eq } = await import('drizzle-orm');
    await store.transact(async (tx) => {
      const [account] = await tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.email, email));
      await tx
        .update(sessions)
        .set({ signedInBy: 'passkey', network: null })
        .where(eq(sessions.userId, account?.id ?? ''));
    });
  }, env);

/** Creates a PostgreSQL database and returns its settings. Returns no settings on SQLite, where each instance has its own file anyway. */
export async function createDatabase(name: string): Promise<Record<string, string>> {
  const server = process.env.E2E_DATABASE_URL ?? '';
  if (!server.startsWith('postgres')) return {};
  const url = new URL(server);
  url.pathname = `/${name}_${randomBytes(4).toString('hex')}`;
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(`create database ${url.pathname.slice(1)}`);
  await client.end();
  return { DATABASE_URL: url.href };
}
