import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { AccountActions } from '#components/operations/account-actions.tsx';
import { AccountEntries, AccountFacts } from '#components/operations/account-facts.tsx';
import { AdminPage } from '#components/operations/admin-page.tsx';
import { LostRefusal } from '#components/site/lost-refusal.tsx';
import { Confirmation } from '#components/ui/confirmation.tsx';
import { Section } from '#components/ui/section.tsx';
import { loadAccount } from '#lib/portal/accounts/loaders.ts';
import { askToSignIn } from '../../../ask-to-sign-in.tsx';
import type { PageProps } from '../../../page-props.ts';

export const metadata: Metadata = { title: 'Account', robots: { index: false, follow: false } };

/** What a redirect to this page reports, by the value of `done`. */
const results = {
  suspended: 'The account is suspended, and its sessions have ended',
  lifted: 'The suspension is lifted',
  ended: 'All sessions of the account have ended',
  kept: 'The erasure is cancelled',
};

export default async function AccountPage({ params, searchParams }: PageProps<'id'>) {
  const { id } = await params;
  const { done } = await searchParams;
  const loaded = await loadAccount(id);
  if (loaded === 'sign-in') return askToSignIn(`/admin/accounts/${id}`);
  if (loaded === null) notFound();
  const { account, passkey } = loaded;
  return (
    <AdminPage current="accounts" title={account.name ?? account.email ?? 'An account without a name'}>
      <LostRefusal codes={['account_suspended', 'account_not_suspended', 'account_of_admin', 'unknown_account', 'no_erasure']} />
      <Confirmation done={done} titles={results} />
      <AccountFacts account={account} />
      <Section id="actions" title="What you can do">
        <AccountActions account={account} passkey={passkey} />
      </Section>
      <Section id="entries" title="Audit log of this account">
        <AccountEntries account={account} />
      </Section>
    </AdminPage>
  );
}
