import { existsSync, readFileSync } from 'node:fs';
import { Command } from 'commander';
import { endSessionsOf } from '#lib/community/accounts/commands/sessions.ts';
import { setAddress } from '#lib/community/accounts/commands/set-address.ts';
import { describeAccountsForOperator, findAccounts } from '#lib/community/accounts/queries/named-accounts.ts';
import { grantAdmin, listRoles, type RoleErrorCode, revokeAdmin } from '#lib/platform/audit/roles.ts';
import { dayOf } from '#lib/platform/clock.ts';
import { printLine, runCommand } from '#lib/platform/command-line.ts';
import { isUniqueViolation } from '#lib/platform/db/errors.ts';
import type { Store } from '#lib/platform/db/store.ts';
import { openExistingStore } from '#lib/platform/db/upgrade.ts';
import { env } from '#lib/platform/env.ts';
import { refused } from '#lib/platform/outcome.ts';
import { erasedAccounts, existingAccounts, parseAccountIds, repeatErasures } from '#lib/portal/erasure/commands/repeat.ts';
import { cancelErasure } from '#lib/portal/erasure/commands/request.ts';

type ErrorCode = RoleErrorCode | 'several_accounts' | 'address_taken' | 'is_recovery_contact';
const refusals: Record<ErrorCode, string> = {
  bad_address: 'This is not one plain email address, such as name@university.edu.',
  unknown_account: 'No account has this address. Check how it is written.',
  address_not_confirmed: 'The account has not confirmed this address. Its owner signs in once with a link sent to it; then run this again.',
  already_granted: 'This account is an admin already.',
  not_granted: 'This account is not an admin.',
  several_accounts: 'Several accounts have or had this address within a year. Name one of them by its id.',
  address_taken:
    'Another account has the new address. Give another address of the owner. If the other account is theirs too, they can erase it at /me/data; then run this again.',
  is_recovery_contact:
    'The new address is the recovery contact of the account. Its owner recovers the account with it at /sign-in/recover, or gives another address.',
};

const grantRefusals = {
  ...refusals,
  unknown_account: 'No account has this address. Its owner signs in once with it at /sign-in; then run this again.',
};

/** Opens the database and runs one command. The exit code is 0, or 1 with a message that says what to do. */
async function withStore(
  command: (store: Store) => Promise<{ ok: true } | { ok: false; code: ErrorCode }>,
  texts = refusals,
): Promise<void> {
  const store = await openExistingStore(env());
  try {
    const outcome = await command(store);
    if (outcome.ok) return;
    process.stderr.write(`${texts[outcome.code]}\n`);
    process.exitCode = 1;
  } finally {
    await store.close();
  }
}

const program = new Command('npm run accounts --')
  .showHelpAfterError()
  .description('Admins, sessions, addresses and erasures of accounts on this instance.');
program
  .command('grant-admin')
  .description('Makes an account an admin, who decides open cases at /review')
  .argument('<email>', 'the confirmed address of the account')
  .action((address: string) =>
    withStore(async (store) => {
      const outcome = await store.transact((tx) => grantAdmin(tx, address));
      if (outcome.ok) {
        printLine(`${address} is an admin now. The review queue is at ${env().PUBLIC_URL}/review.`);
        printLine(`Voting and administering need a passkey: add one at ${env().PUBLIC_URL}/me/security, then sign in with it.`);
      }
      return outcome;
    }, grantRefusals),
  );
program
  .command('revoke-admin')
  .description('Revokes the role; earlier decisions stay')
  .argument('<email>', 'the confirmed address of the account')
  .action((address: string) =>
    withStore(async (store) => {
      const outcome = await store.transact((tx) => revokeAdmin(tx, address));
      if (outcome.ok) printLine(`${address} is no longer an admin.`);
      if (outcome.ok && outcome.value.left === 0)
        printLine('No admin is left: only reviewers can decide, and nobody can appoint more of them.');
      return outcome;
    }),
  );
program
  .command('end-sessions')
  .description(
    'Ends all sessions of an account and stops its pending change of address; with --everybody, ends the sessions of all accounts',
  )
  .argument('[account]', 'the address of the account, its former address of the last year, or its id')
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
    'Sets the address of an account for an owner who cannot: ends its sessions, removes its passkeys, and stops pending changes and erasures',
  )
  .argument('<account>', 'the address of the account, its former address of the last year, or its id')
  .argument('<address>', 'the new address, whose mail the owner reads')
  .action((account: string, address: string) =>
    withStore(async (store) => {
      const [accountNamed, ...others] = await describeAccountsForOperator(store.reader, await findAccounts(store.reader, account));
      if (!accountNamed) return refused('unknown_account');
      if (others.length > 0) {
        for (const { id, email, createdAt } of [accountNamed, ...others])
          printLine([id, email ?? 'no address', createdAt ? `created on ${dayOf(createdAt)}` : ''].join('  ').trimEnd());
        return refused('several_accounts');
      }
      const outcome = await store
        .transact(async (tx) => {
          const result = await setAddress(tx, { accountId: accountNamed.id, address });
          if (result.ok) await cancelErasure(tx, { accountId: accountNamed.id });
          return result;
        })
        .catch((error: unknown) => {
          // Somebody signed up with the address at the same time.
          if (!isUniqueViolation(error)) throw error;
          return refused('address_taken');
        });
      if (!outcome.ok) return outcome;
      printLine(
        `The account ${accountNamed.id} has its new address. ${outcome.value.sessions} sessions and ${outcome.value.passkeys} passkeys have ended.`,
      );
      if (accountNamed.orcid)
        printLine(`The ORCID iD ${accountNamed.orcid} still signs in. If it is not the owner's, they add a passkey and require it.`);
      printLine(`Its owner signs in at ${env().PUBLIC_URL}/sign-in, and checks the recovery contact and sign-in methods at /me/security.`);
      return outcome;
    }),
  );
program
  .command('list')
  .description('Lists everybody with a role')
  .action(() =>
    withStore(async (store) => {
      const roleRows = await listRoles(store.reader);
      if (roleRows.length === 0) printLine('Nobody has a role yet. Start with: npm run accounts -- grant-admin <email>');
      for (const { role, email, name, since } of roleRows) {
        printLine([role.padEnd(8), dayOf(since), email ?? 'no address', name ?? ''].join('  ').trimEnd());
      }
      return { ok: true };
    }),
  );

program
  .command('erasures')
  .description('Lists the ids of erased accounts with the time of erasure, newest first: store the list apart from the backups')
  .action(() =>
    withStore(async (store) => {
      for (const { accountId, doneAt } of await erasedAccounts(store.reader)) printLine(`${accountId}  ${doneAt.toISOString()}`);
      return { ok: true };
    }),
  );
program
  .command('repeat-erasures')
  .description('Erases accounts again after a restored backup; without --yes, only counts them')
  .argument('<file>', 'the list that `erasures` printed: one id at the start of each line')
  .option('--yes', 'erase them permanently')
  .action((file: string, { yes = false }: { yes?: boolean }) => {
    const usageHint = 'Give the list that `npm run -s accounts -- erasures` made: an account id at the start of each line.';
    if (!existsSync(file)) program.error(`There is no file ${file}. ${usageHint}`);
    const ids = parseAccountIds(readFileSync(file, 'utf8'));
    if (ids.length === 0) program.error(`${file} holds no account id. ${usageHint}`);
    return withStore(async (store) => {
      const existing = await existingAccounts(store.reader, ids);
      printLine(`${existing.length} of ${ids.length} accounts are here${existing.length > 0 ? `: ${existing.join(', ')}` : '.'}`);
      if (existing.length > 0 && !yes) printLine('Nothing is erased yet. Run it again with --yes to erase them permanently.');
      if (existing.length === 0 || !yes) return { ok: true };
      const notErased = await store.transact((tx) => repeatErasures(tx, existing));
      for (const id of notErased)
        printLine(`${id} was not erased: it is the only admin. Appoint another with grant-admin, then run this again.`);
      if (notErased.length < existing.length) printLine('The worker erases the others as soon as it runs.');
      return { ok: true };
    });
  });
program
  .command('forget')
  .description('Rewrites the database without remains of deleted rows, after an erasure that must leave no trace on the disk')
  .action(() =>
    withStore(async (store) => {
      const startedAt = performance.now();
      await store.rewrite();
      printLine(
        `Done in ${((performance.now() - startedAt) / 1000).toFixed(1)} s. Backups and archived logs still contain the data: delete them yourself.`,
      );
      return { ok: true };
    }),
  );

await runCommand(() => program.parseAsync());
