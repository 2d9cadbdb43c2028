import { transact, type Writer } from '#lib/platform/db/store.ts';
import { changesPerAccount } from '#lib/platform/limits.ts';
import { type Outcome, refused } from '#lib/platform/outcome.ts';
import type { Actor } from './actor.ts';
import { withinLimit } from './rate-limits.ts';
import { lockAccount } from './sessions.ts';

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
