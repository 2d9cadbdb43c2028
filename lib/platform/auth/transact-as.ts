import { transact, type Writer } from '#lib/platform/db/store.ts';
import { type Outcome, refused } from '#lib/platform/outcome.ts';
import type { Actor } from './actor.ts';
import { type Limit, withinLimit } from './rate-limits.ts';
import { lockAccount } from './sessions.ts';

/** Faster than anybody works by hand, and slow enough that a program cannot fill tables. */
const changesPerAccount: Limit = { times: 120, minutes: 1 };

/** One transaction of an account's own, which is there until its end: an erasure comes before it, or waits. Counted by account. */
export const transactAs = <Value, Why extends string>(
  actor: Actor,
  command: (tx: Writer) => Promise<Outcome<Value, Why>>,
): Promise<Outcome<Value, Why | 'not_signed_in' | 'rate_limited'>> =>
  transact(async (tx) => {
    if (!(await lockAccount(tx, actor.accountId))) return refused('not_signed_in');
    return (await withinLimit(tx, 'changes', actor.accountId, changesPerAccount)) ? command(tx) : refused('rate_limited');
  });

/** Who sends a form that needs no account: their account where there is one, and the network that it came from. */
export interface Sender {
  actor: Actor | null;
  network: string;
}

/** The same for what needs no account; who is signed in acts as their account. */
export const transactAsAnybody = <Value, Why extends string>(
  actor: Actor | null,
  command: (tx: Writer) => Promise<Outcome<Value, Why>>,
): Promise<Outcome<Value, Why | 'not_signed_in' | 'rate_limited'>> => (actor ? transactAs(actor, command) : transact(command));
