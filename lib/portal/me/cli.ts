import { existsSync, readFileSync } from 'node:fs';
import { Command } from 'commander';
import { endSessionsOf } from '#lib/community/accounts/commands/sessions.ts';
import { setAddress } from '#lib/community/accounts/commands/set-address.ts';
import { accountsNamed, operatorViews } from '#lib/community/accounts/queries/named-accounts.ts';
import { everyRole, grantAdmin, type RoleErrorCode, revokeAdmin } from '#lib/platform/audit/roles.ts';
import { dayOf } from '#lib/platform/clock.ts';
import { printLine, runCommand } from '#lib/platform/command-line.ts';
import type { Store } from '#lib/platform/db/store.ts';
import { openExisting } from '#lib/platform/db/upgrade.ts';
import { env } from '#lib/platform/env.ts';
import { refused } from '#lib/platform/outcome.ts';
import { callOffErasure } from '#lib/portal/erasure/commands/ask.ts';
import { accountIdsIn, accountsHere, erasedAccounts, repeatErasures } from '#lib/portal/erasure/commands/repeat.ts';

type ErrorCode = RoleErrorCode | 'several_accounts' | 'address_taken' | 'is_recovery_contact';
const refusals: Record<ErrorCode, string> = {
  bad_address: 'This is not one plain email address, such as name@university.edu.',
  unknown_account: 'No account has this address. Its owner signs in once with it at /sign-in; then run this again.',
  address_not_confirmed: 'The account has not confirmed this address. Its owner signs in once with a link sent to it; then run this again.',
  already_granted: 'This account is an admin already.',
  not_granted: 'This account is no admin.',
  several_accounts: 'These accounts have the address, or have had it within a year. Name one of them by its id.',
  address_taken:
    'Another account has the new address. Give another address of the owner. If the other account is theirs too, they can erase it at /me/data; then run this again.',
  is_recovery_contact:
    'The new address is the recovery contact of the account. Its owner recovers the account with it at /sign-in/recover, or gives another address.',
};

/** Opens the database and runs one command. The exit code is 0, or 1 with a message that says what to do. */
async function withStore(work: (store: Store) => Promise<{ ok: true } | { ok: false; code: ErrorCode }>): Promise<void> {
  const store = await openExisting(env());
  try {
    const outcome = await work(store);
    if (outcome.ok) return;
    process.stderr.write(`${refusals[outcome.code]}\n`);
    process.exitCode = 1;
  } finally {
    await store.close();
  }
}

const program = new Command('accounts')
  .showHelpAfterError()
  .description('Who decides on claims, reports and merges on this instance; and what becomes of what is erased.');
program
  .command('grant-admin')
  .description('Makes an account an admin: it decides on everything that waits at /review')
  .argument('<email>', 'the confirmed address of the account')
  .action((address: string) =>
    withStore(async (store) => {
      const outcome = await store.transact((tx) => grantAdmin(tx, address));
      if (outcome.ok) {
        printLine(`${address} is an admin now. Review queue is at ${env().PUBLIC_URL}/review.`);
        printLine(`Voting and administering need a passkey: add one at ${env().PUBLIC_URL}/me/security, then sign in with it.`);
      }
      return outcome;
    }),
  );
program
  .command('revoke-admin')
  .description('Takes the role back; what was decided stays')
  .argument('<email>', 'the confirmed address of the account')
  .action((address: string) =>
    withStore(async (store) => {
      const outcome = await store.transact((tx) => revokeAdmin(tx, address));
      if (outcome.ok) printLine(`${address} is no admin any more.`);
      if (outcome.ok && outcome.value.left === 0)
        printLine('There is no admin left: only reviewers decide now, and nobody can appoint more.');
      return outcome;
    }),
  );
program
  .command('end-sessions')
  .description(
    'Ends all sessions of an account and stops a change of its address, or with --everybody ends those of all accounts; their holders sign in again',
  )
  .argument('[account]', 'the address of the account, one that it has left within a year, or its id')
  .option('--everybody', 'the sessions of all accounts')
  .action((account: string | undefined, { everybody = false }: { everybody?: boolean }) => {
    if (everybody === (account !== undefined)) program.error('Name one account, or give --everybody.');
    return withStore(async (store) => {
      const outcome = await store.transact((tx) => endSessionsOf(tx, account === undefined ? 'everybody' : { account }));
      if (outcome.ok) printLine(`${outcome.value} sessions have ended.`);
      return outcome;
    });
  });
program
  .command('set-address')
  .description(
    'Gives an account another address, for an owner who cannot: its sessions and passkeys end, and what waits to change or erase it stops',
  )
  .argument('<account>', 'the address of the account, one that it has left within a year, or its id')
  .argument('<address>', 'the new address, which its owner reads')
  .action((account: string, address: string) =>
    withStore(async (store) => {
      const [named, ...others] = await operatorViews(store.reader, await accountsNamed(store.reader, account));
      if (!named) return refused('unknown_account');
      if (others.length > 0) {
        for (const { id, email, createdAt } of [named, ...others])
          printLine([id, email ?? 'no address', createdAt ? `created on ${dayOf(createdAt)}` : ''].join('  ').trimEnd());
        return refused('several_accounts');
      }
      const outcome = await store.transact(async (tx) => {
        const set = await setAddress(tx, { accountId: named.id, address });
        if (set.ok) await callOffErasure(tx, { accountId: named.id });
        return set;
      });
      if (!outcome.ok) return outcome;
      printLine(
        `The account ${named.id} has its new address. ${outcome.value.sessions} sessions and ${outcome.value.passkeys} passkeys have ended.`,
      );
      if (named.orcid)
        printLine(`The ORCID iD ${named.orcid} still signs in. If it is not the owner's, they add a passkey and require it.`);
      printLine(`Its owner signs in at ${env().PUBLIC_URL}/sign-in, and checks the recovery contact and sign-in methods at /me/security.`);
      return outcome;
    }),
  );
program
  .command('list')
  .description('Lists everybody with a role')
  .action(() =>
    withStore(async (store) => {
      const found = await everyRole(store.reader);
      if (found.length === 0) printLine('Nobody has a role yet. Start with: npm run accounts -- grant-admin <email>');
      for (const { role, email, name, since } of found) {
        printLine([role.padEnd(8), dayOf(since), email ?? 'no address', name ?? ''].join('  ').trimEnd());
      }
      return { ok: true };
    }),
  );

program
  .command('erasures')
  .description('Lists the ids of erased accounts with the moment, the last first: keep them apart from the backups')
  .action(() =>
    withStore(async (store) => {
      for (const { accountId, doneAt } of await erasedAccounts(store.reader)) printLine(`${accountId}  ${doneAt.toISOString()}`);
      return { ok: true };
    }),
  );
program
  .command('repeat-erasures')
  .description('Erases accounts again that a restored backup has brought back; without --yes it only says how many there are')
  .argument('<file>', 'the list that `erasures` gave: one id at the start of each line')
  .option('--yes', 'erase them for good')
  .action((file: string, { yes = false }: { yes?: boolean }) => {
    const expected = 'Give the list that `npm run -s accounts -- erasures` made: an account id at the start of each line.';
    if (!existsSync(file)) program.error(`There is no file ${file}. ${expected}`);
    const ids = accountIdsIn(readFileSync(file, 'utf8'));
    if (ids.length === 0) program.error(`${file} holds no account id. ${expected}`);
    return withStore(async (store) => {
      const here = await accountsHere(store.reader, ids);
      printLine(`${here.length} of ${ids.length} accounts are here${here.length > 0 ? `: ${here.join(', ')}` : '.'}`);
      if (here.length > 0 && !yes) printLine('Nothing is erased yet. Run it again with --yes to erase them for good.');
      if (here.length === 0 || !yes) return { ok: true };
      const stay = await store.transact((tx) => repeatErasures(tx, here));
      for (const id of stay) printLine(`${id} stays: it is the only admin. Appoint another with grant-admin, then run this again.`);
      if (stay.length < here.length) printLine('The worker erases the others as soon as it runs.');
      return { ok: true };
    });
  });
program
  .command('forget')
  .description('Rewrites the database without what deleted rows have left behind, after an erasure that must leave no trace on the disk')
  .action(() =>
    withStore(async (store) => {
      const begun = performance.now();
      await store.rewrite();
      printLine(
        `Done in ${((performance.now() - begun) / 1000).toFixed(1)} s. Backups and archived logs keep what they hold: they are yours to end.`,
      );
      return { ok: true };
    }),
  );

await runCommand(() => program.parseAsync());
