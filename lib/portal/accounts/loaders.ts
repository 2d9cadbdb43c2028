import { passkeyStateOf } from '#lib/community/accounts/queries/passkeys.ts';
import { viewer } from '#lib/platform/auth/viewer.ts';
import { reader } from '#lib/platform/db/store.ts';
import { currentAdmin } from '#lib/portal/operations/loaders.ts';
import { accountFor } from './queries.ts';

/** Loads an account and whether the admin must sign in with a passkey to act on it, for admins only. */
export async function loadAccount(accountId: string) {
  const admin = await currentAdmin();
  if (admin === null || admin === 'sign-in') return admin;
  const [account, actor] = [await accountFor(reader(), admin, accountId), await viewer()];
  return account && { account, passkey: actor ? await passkeyStateOf(reader(), actor) : ('add' as const) };
}
