import { claimAuthor } from '#lib/governance/claims/commands/claim.ts';
import { mintProof } from '#lib/governance/claims/model/claim.ts';
import { openStore } from '#lib/platform/db/store.ts';
import { strongDns } from '../evidence.ts';
import { signedUp } from '../store/stories.ts';

/** `node … tests/e2e/give-owner.ts <slug>…`: gives each of these records an owner of its own, by a strong proof, at the instance's time. */
const store = openStore(process.env.DATABASE_URL ?? '');
for (const slug of process.argv.slice(2)) {
  const [author] = await store.reader.query<{ id: string }>('select id from authors where slug = ?', [], [slug]);
  if (!author) throw new Error(`There is no record ${slug}.`);
  const actor = await signedUp(store, slug);
  const proof = mintProof(strongDns(`${slug}.example`), actor.accountId, author.id);
  const outcome = await store.transact((tx) => claimAuthor(tx, actor, { authorId: author.id, proof }));
  if (!outcome.ok) throw new Error(`${slug}: ${outcome.code}`);
}
await store.close();
