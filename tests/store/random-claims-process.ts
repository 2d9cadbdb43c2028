import { flushCompileCache } from 'node:module';
import { followAuthor, unfollowAuthor } from '#lib/community/follows/commands/authors.ts';
import { withdrawClaim } from '#lib/governance/claims/commands/end.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { openStore } from '#lib/platform/db/store.ts';
import { strongOrcid } from '../evidence.ts';
import { claimWithEvidence, createAccount } from './fixtures.ts';

/** A process that signs up, follows, claims and withdraws without end, and can be killed at any moment. It prints a dot after each step. */
// This process is killed, so it writes the compile cache now and not when it exits.
flushCompileCache();
const store = openStore(process.env.DATABASE_URL ?? '');
const records = await store.reader.select({ id: authors.id }).from(authors);
const any = () => records[Math.floor(Math.random() * records.length)]?.id ?? '';
for (;;) {
  const actor = await createAccount(store, 'Restless');
  for (let steps = 0; steps < 12; steps += 1) {
    const authorId = any();
    await store.transact((tx) => followAuthor(tx, actor, { authorId }));
    if (Math.random() < 0.4) await store.transact((tx) => unfollowAuthor(tx, actor, { authorId }));
    const orcid = Math.random() < 0.5;
    const claimed = await claimWithEvidence(store, actor, { id: authorId }, orcid ? strongOrcid('0000-0002-1825-0097') : { by: 'email' });
    if (claimed.ok && Math.random() < 0.9) await store.transact((tx) => withdrawClaim(tx, actor, { claimId: claimed.value.claimId }));
    process.stdout.write('.');
  }
}
