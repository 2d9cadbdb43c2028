import { setTimeout as wait } from 'node:timers/promises';
import { and, eq, inArray } from 'drizzle-orm';
import { claimAuthor } from '#lib/governance/claims/commands/claim.ts';
import { mintProof } from '#lib/governance/claims/model/claim.ts';
import { mintActor } from '#lib/platform/auth/actor.ts';
import { daysMs, later } from '#lib/platform/clock.ts';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { jobs } from '#lib/platform/db/schema/jobs.ts';
import { digests } from '#lib/platform/db/schema/notifications.ts';
import { openStore } from '#lib/platform/db/store.ts';
import { env } from '#lib/platform/env.ts';
import { enqueue } from '#lib/platform/jobs/queue.ts';
import { strongOrcid } from '../evidence.ts';

/** What the story does not wait for, done beside its instance: `own <address> <slug> <iD>`, `digest-is-due <address>`. */
const store = openStore(env().DATABASE_URL);
const [step, email = '', slug = '', orcid = ''] = process.argv.slice(2);
const [account] = await store.reader.select().from(accounts).where(eq(accounts.email, email));
if (!account) throw new Error(`No account has the address ${email}.`);
const accountId = account.id;

/** The record is theirs by an iD with a work in common, as after a way through ORCID, and the account is some months old. */
async function own(): Promise<void> {
  const [record] = await store.reader.select().from(authors).where(eq(authors.slug, slug));
  if (!record) throw new Error(`There is no record ${slug}.`);
  const actor = mintActor({ accountId, name: null, email, emailConfirmed: true });
  const shown = strongOrcid(orcid, '10.1234/story');
  const proof = mintProof(shown, accountId, record.id);
  const claimed = await store.transact((tx) => claimAuthor(tx, actor, { authorId: record.id, proof }));
  if (!claimed.ok) throw new Error(claimed.code);
  const createdAt = later(new Date(), -daysMs(100));
  await store.transact((tx) => tx.update(accounts).set({ createdAt }).where(eq(accounts.id, accountId)));
}

const isSettling = async (): Promise<boolean> => {
  const open = and(eq(jobs.kind, 'find-topics'), inArray(jobs.state, ['waiting', 'running']));
  return (await store.reader.select({ id: jobs.id }).from(jobs).where(open).limit(1)).length > 0;
};

/** The hour of the digest has come: the instance's own worker sends it. It would wait while new works are being put under topics. */
async function digestIsDue(): Promise<void> {
  for (let tries = 0; tries < 600 && (await isSettling()); tries += 1) await wait(100);
  const due = new Date(Date.now() - 1000);
  await store.transact(async (tx) => {
    await tx.update(digests).set({ nextAt: due }).where(eq(digests.accountId, accountId));
    await enqueue(tx, { kind: 'send-digest', payload: { accountId, due: due.getTime() } });
  });
}

if (step === 'own') await own();
else await digestIsDue();
await store.close();
