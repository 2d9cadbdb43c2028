import { proveOwnership } from '#lib/catalog/ownership/queries/ownership.ts';
import { followAuthor } from '#lib/community/follows/commands/authors.ts';
import { acceptInvitation } from '#lib/community/invitations/commands/respond.ts';
import { mintActor } from '#lib/platform/auth/actor.ts';
import { openStore } from '#lib/platform/db/store.ts';

/** One of several concurrent processes: waits for a line of input, runs its part concurrently, and prints the results. */
export interface ProcessInput {
  followers: string[];
  authorId: string;
  accepts: number;
  recipient: { accountId: string; authorId: string; invitationId: string };
}
/** 'ok', or the error code. */
export interface ProcessOutput {
  follows: string[];
  accepts: string[];
}

const followsAtOnce = 10;

const store = openStore(process.env.DATABASE_URL ?? '');
const actorOf = (accountId: string) => mintActor({ accountId, name: null, email: null, emailConfirmed: false });
const codeOf = (outcome: { ok: true } | { ok: false; code: string }): string => (outcome.ok ? 'ok' : outcome.code);

async function runCommands({ followers, authorId, accepts, recipient }: ProcessInput): Promise<ProcessOutput> {
  const owner = await proveOwnership(store.reader, actorOf(recipient.accountId), recipient.authorId);
  if (!owner) throw new Error('The recipient owns no record.');
  const followAll = async (ids: readonly string[]) => {
    const outcomes = [];
    // Not all at once: on a busy machine the last would wait for a connection for longer than a request may.
    for (let at = 0; at < ids.length; at += followsAtOnce) {
      const some = ids.slice(at, at + followsAtOnce);
      outcomes.push(...(await Promise.all(some.map((id) => store.transact((tx) => followAuthor(tx, actorOf(id), { authorId }))))));
    }
    return outcomes;
  };
  const [followed, accepted] = await Promise.all([
    followAll(followers),
    Promise.all(Array.from({ length: accepts }, () => store.transact((tx) => acceptInvitation(tx, owner, recipient)))),
  ]);
  return { follows: followed.map(codeOf), accepts: accepted.map(codeOf) };
}

process.stdout.write('ready\n');
process.stdin.once('data', async (order) => {
  const answer = await runCommands(JSON.parse(order.toString()));
  await store.close();
  process.stdout.write(JSON.stringify(answer), () => process.exit(0));
});
