import { transact, type Writer } from '#lib/platform/db/store.ts';
import { type Outcome, refused } from '#lib/platform/outcome.ts';
import type { Actor } from './actor.ts';
import { type Limit, withinLimit } from './rate-limits.ts';
import { lockAccount } from './sessions.ts';

/** More than a person can do by hand, but too few for a program to fill tables. */
const changesPerAccount: Limit = { times: 120, minutes: 1 };

/**
 * Runs a command of an account in one transaction, rate-limited by account. Locks the account, so that an erasure comes before or waits.
 */
export const transactAs = <Value, Why extends string>(
  actor: Actor,
  command: (tx: Writer) => Promise<Outcome<Value, Why>>,
): Promise<Outcome<Value, Why | 'not_signed_in' | 'rate_limited'>> =>
  transact(async (tx) => {
    if (!(await lockAccount(tx, actor.accountId))) return refused('not_signed_in');
    return (await withinLimit(tx, 'changes', actor.accountId, changesPerAccount)) ? command(tx) : refused('rate_limited');
  });

/** The sender of a form that needs no account: the account, if any, and the network. */
export interface Sender {
  actor: Actor | null;
  network: string;
}

/** Like `transactAs`, for a command that needs no account. A signed-in viewer acts as their account. */
export const transactAsAnybody = <Value, Why extends string>(
  actor: Actor | null,
  command: (tx: Writer) => Promise<Outcome<Value, Why>>,
): Promise<Outcome<Value, Why | 'not_signed_in' | 'rate_limited'>> => (actor ? transactAs(actor, command) : transact(command));
