import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import pg from 'pg';
import type { ClaimEvidence } from '#lib/governance/claims/model/proofs.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import type { Store, Writer } from '#lib/platform/db/store.ts';
import type { Outcome } from '#lib/platform/outcome.ts';
import { databaseFlag } from '#lib/platform/processes/child-process.ts';

/** Where an instance keeps its data, as `tests/instance.ts` says it; without one of its own, a walk means the one that all walks share. */
type Place = Record<string, string | undefined>;

/** Something done beside an instance, in its database and at its time. The engine is chosen when the first module of `lib/platform/db` is loaded: all such are imported late. */
export async function beside<T>(work: (store: Store) => Promise<T>, place: Place = process.env): Promise<T> {
  process.env.DATABASE_URL = place.E2E_DATABASE_URL;
  process.env.DATA_DIR = place.E2E_DATA_DIR;
  const { openStore } = await import('#lib/platform/db/store.ts');
  if (place.E2E_CLOCK) {
    const { setClock } = await import('#lib/platform/clock.ts');
    const ahead = Number(readFileSync(place.E2E_CLOCK, 'utf8'));
    setClock(() => new Date(Date.now() + ahead));
  }
  const store = openStore(place.E2E_DATABASE_URL ?? '');
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** So long after a commit of another process an instance on SQLite may answer from its page cache. */
const seenWithinMs = 100;

/** Something done in an instance's database in one transaction, after which the records follow and the instance has seen it. */
export const change = (does: (tx: Writer) => Promise<unknown>, place?: Place): Promise<void> =>
  beside(async (store) => {
    await store.transact(async (tx) => {
      await does(tx);
      const { refreshAuthors } = await import('#lib/catalog/refresh/commands/authors.ts');
      while ((await refreshAuthors(tx, 100)) > 0);
    });
    await new Promise((seen) => setTimeout(seen, seenWithinMs));
  }, place);

/** `npm run accounts -- …`, as the operator runs it beside the instance. */
export function accounts(...args: string[]): void {
  const env = { ...process.env, DATABASE_URL: process.env.E2E_DATABASE_URL, NODE_NO_WARNINGS: '1' };
  execFileSync(process.execPath, [databaseFlag(), 'lib/portal/me/cli.ts', ...args], { env });
}

/** The account with an address, as somebody who acts. */
async function actorOf(tx: Writer, email: string): Promise<Actor> {
  const { mintActor } = await import('#lib/platform/auth/actor.ts');
  const [account] = await tx.query<{ id: string }>('select id from accounts where email = ?', [], [email]);
  return mintActor({ accountId: account?.id ?? '', name: null, email, emailConfirmed: true });
}

const recordOf = async (tx: Writer, slug: string): Promise<string> =>
  (await tx.query<{ id: string }>('select id from authors where slug = ?', [], [slug]))[0]?.id ?? '';

async function claimed(tx: Writer, actor: Actor, slug: string, shown: ClaimEvidence): Promise<void> {
  const { claimAuthor } = await import('#lib/governance/claims/commands/claim.ts');
  const { mintProof } = await import('#lib/governance/claims/model/claim.ts');
  const authorId = await recordOf(tx, slug);
  succeeded(slug, await claimAuthor(tx, actor, { authorId, proof: mintProof(shown, actor.accountId, authorId) }));
}

/** What a command has given. @param what is named where it has refused */
function succeeded<Value>(what: string, outcome: Outcome<Value, string>): Value {
  if (!outcome.ok) throw new Error(`${what}: ${outcome.code}`);
  return outcome.value;
}

/** Gives a record to an account, as an accepted claim does. */
export const ownedBy = (email: string, slug: string, shown: ClaimEvidence, place?: Place): Promise<void> =>
  change(async (tx) => claimed(tx, await actorOf(tx, email), slug, shown), place);

interface Owned {
  email: string;
  slug: string;
}

/** Gives records to accounts that are made for them. */
export const createOwners = (owned: readonly (Owned & { shown: ClaimEvidence })[]): Promise<void> =>
  change(async (tx) => {
    const { accounts } = await import('#lib/platform/db/schema/accounts.ts');
    const { now } = await import('#lib/platform/clock.ts');
    const { newId } = await import('#lib/platform/id.ts');
    for (const { email, slug, shown } of owned) {
      await tx.insert(accounts).values({ id: newId(), email, emailVerified: now(), createdAt: now() });
      await claimed(tx, await actorOf(tx, email), slug, shown);
    }
  });

/** Has the owner of a record ask a co-author to confirm a work, and the co-author do so. */
export const confirmWork = (about: Owned, from: Owned): Promise<void> =>
  change(async (tx) => {
    const { attest, requestAttestationOf } = await import('#lib/governance/claims/commands/attestations.ts');
    const [authorId, fromAuthorId] = [await recordOf(tx, about.slug), await recordOf(tx, from.slug)];
    const asked = { authorId, fromAuthorId, kind: 'confirmation' } as const;
    const { id } = succeeded(from.slug, await requestAttestationOf(tx, await actorOf(tx, about.email), asked));
    succeeded(from.slug, await attest(tx, await actorOf(tx, from.email), { attestationId: id }));
  });

/** Has the owner of a record vouch for others. */
export const vouchForRecords = (from: Owned, slugs: readonly string[]): Promise<void> =>
  change(async (tx) => {
    const { vouchFor } = await import('#lib/governance/claims/commands/attestations.ts');
    const fromAuthorId = await recordOf(tx, from.slug);
    for (const slug of slugs)
      succeeded(slug, await vouchFor(tx, await actorOf(tx, from.email), { authorId: await recordOf(tx, slug), fromAuthorId }));
  });

/** Rechecks the web proofs of an account so many times, and finds nothing. */
export const recheckInVain = (email: string, times: number): Promise<void> =>
  beside(async (store) => {
    const { recheckProof } = await import('#lib/governance/claims/commands/check.ts');
    const { emptyProbes } = await import('../evidence.ts');
    const placed = "select id from proofs where state = 'valid' and kind in ('dns', 'rel_me') and account_id = ?";
    const { accountId } = await store.transact((tx) => actorOf(tx, email));
    for (const { id } of await store.reader.query<{ id: string }>(placed, [], [accountId]))
      for (let each = 0; each < times; each += 1) await recheckProof(store, id, emptyProbes);
  });

/** Makes an account an admin, as `npm run accounts -- grant-admin` does. */
export const makeAdmin = (email: string): Promise<void> =>
  change(async (tx) => {
    const { grantAdmin } = await import('#lib/platform/audit/roles.ts');
    succeeded(email, await grantAdmin(tx, email));
  });

/** Marks the open sessions of an account as if each had been opened with a passkey, from any network: for walks whose point is another. */
export const openedByPasskey = (email: string, place?: Place): Promise<void> =>
  beside(async (store) => {
    const { accounts, sessions } = await import('#lib/platform/db/schema/accounts.ts');
    const { eq } = await import('drizzle-orm');
    await store.transact(async (tx) => {
      const [account] = await tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.email, email));
      await tx
        .update(sessions)
        .set({ signedInBy: 'passkey', network: null })
        .where(eq(sessions.userId, account?.id ?? ''));
    });
  }, place);

/** Settings of a database of its own on the engine that this run is for; none on SQLite, where each instance has a file of its own anyhow. */
export async function ownDatabase(name: string): Promise<Record<string, string>> {
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
