import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { ClaimEvidence } from '#lib/governance/claims/model/proofs.ts';
import type { Store, Writer } from '#lib/platform/db/store.ts';

/** Where an instance keeps its data, as `tests/instance.ts` says it; without one of its own, a walk means the one that all walks share. */
type Place = Record<string, string | undefined>;

/** Something done beside an instance, in its database. The engine is chosen when the first module of `lib/platform/db` is loaded: all such are imported late. */
export async function beside<T>(work: (store: Store) => Promise<T>, place: Place = process.env): Promise<T> {
  process.env.DATABASE_URL = place.E2E_DATABASE_URL;
  process.env.DATA_DIR = place.E2E_DATA_DIR;
  const { openStore } = await import('#lib/platform/db/store.ts');
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

/** Gives a record to an account, as an accepted claim does. */
export const ownedBy = (email: string, slug: string, shown: ClaimEvidence, place?: Place): Promise<void> =>
  change(async (tx) => {
    const { claimAuthor } = await import('#lib/governance/claims/commands/claim.ts');
    const { mintProof } = await import('#lib/governance/claims/model/claim.ts');
    const { mintActor } = await import('#lib/platform/auth/actor.ts');
    const [account] = await tx.query<{ id: string }>('select id from accounts where email = ?', [], [email]);
    const [author] = await tx.query<{ id: string }>('select id from authors where slug = ?', [], [slug]);
    const [accountId, authorId] = [account?.id ?? '', author?.id ?? ''];
    const actor = mintActor({ accountId, name: null, email, emailConfirmed: true });
    const outcome = await claimAuthor(tx, actor, { authorId, proof: mintProof(shown, accountId, authorId) });
    if (!outcome.ok) throw new Error(`${slug}: ${outcome.code}`);
  }, place);

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
