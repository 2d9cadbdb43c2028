import { setTimeout as wait } from 'node:timers/promises';
import { and, eq, inArray } from 'drizzle-orm';
import { claimAuthor } from '#lib/governance/claims/commands/claim.ts';
import { mintProof } from '#lib/governance/claims/model/claim.ts';
import { mintActor } from '#lib/platform/auth/actor.ts';
import { addMs, daysMs } from '#lib/platform/clock.ts';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { jobs } from '#lib/platform/db/schema/jobs.ts';
import { digests } from '#lib/platform/db/schema/notifications.ts';
import { openStore } from '#lib/platform/db/store.ts';
import { env } from '#lib/platform/env.ts';
import { enqueue } from '#lib/platform/jobs/queue.ts';
import { strongOrcid } from '../evidence.ts';

/** Steps of story.spec.ts that run as a separate process: `own <email> <slug> <ORCID iD>` and `digest-is-due <email>`. */
const store = openStore(env().DATABASE_URL);
const [step, email = '', slug = '', orcid = ''] = process.argv.slice(2);
const [account] = await store.reader.select().from(accounts).where(eq(accounts.email, email));
if (!account) throw new Error(`No account has the address ${email}.`);
const accountId = account.id;

/** Claims the record by an ORCID iD that shares a work with it, and makes the account 100 days old. */
async function claimRecord(): Promise<void> {
  const [record] = await store.reader.select().from(authors).where(eq(authors.slug, slug));
  if (!record) throw new Error(`There is no record ${slug}.`);
  const actor = mintActor({ accountId, name: null, email, emailConfirmed: true });
  const evidence = strongOrcid(orcid, '10.1234/story');
  const proof = mintProof(evidence, accountId, record.id);
  const claimed = await store.transact((tx) => claimAuthor(tx, actor, { authorId: record.id, proof }));
  if (!claimed.ok) throw new Error(claimed.code);
  const createdAt = addMs(new Date(), -daysMs(100));
  await store.transact((tx) => tx.update(accounts).set({ createdAt }).where(eq(accounts.id, accountId)));
}

const hasPendingTopicJobs = async (): Promise<boolean> => {
  const open = and(eq(jobs.kind, 'find-topics'), inArray(jobs.state, ['waiting', 'running']));
  return (await store.reader.select({ id: jobs.id }).from(jobs).where(open).limit(1)).length > 0;
};

/** Makes the digest due now; the instance's worker sends it. First waits for pending topic jobs, because they delay digests. */
async function makeDigestDue(): Promise<void> {
  for (let tries = 0; tries < 600 && (await hasPendingTopicJobs()); tries += 1) await wait(100);
  const due = new Date(Date.now() - 1000);
  await store.transact(async (tx) => {
    await tx.update(digests).set({ nextAt: due }).where(eq(digests.accountId, accountId));
    await enqueue(tx, { kind: 'send-digest', payload: { accountId, due: due.getTime() } });
  });
}

if (step === 'own') await claimRecord();
else await makeDigestDue();
await store.close();
