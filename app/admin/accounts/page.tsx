import type { Metadata } from 'next';
import { notFound, redirect } from 'next/navigation';
import { AdminPage } from '#components/operations/admin-page.tsx';
import { Button } from '#components/ui/button.tsx';
import { DataTable } from '#components/ui/data-table.tsx';
import { Day } from '#components/ui/day.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Field } from '#components/ui/field.tsx';
import { Pager } from '#components/ui/pager.tsx';
import { Tag } from '#components/ui/tag.tsx';
import { firstValue } from '#lib/platform/form.ts';
import { loadAccounts } from '#lib/portal/operations/loaders.ts';
import type { AccountRow } from '#lib/portal/operations/model/operations.ts';
import type { QueryProps } from '../../page-props.ts';

export const metadata: Metadata = { title: 'Accounts', robots: { index: false, follow: false } };

export default async function AccountsPage({ searchParams }: QueryProps) {
  const { begins, after } = await searchParams;
  const accountsPage = await loadAccounts(firstValue(begins), firstValue(after));
  if (accountsPage === 'sign-in') redirect('/sign-in?problem=not_signed_in&next=%2Fadmin%2Faccounts');
  if (accountsPage === null) notFound();
  const prefix = firstValue(begins);
  const pageAddress = (cursor: string | null) =>
    cursor === null ? null : `/admin/accounts?${new URLSearchParams({ ...(prefix ? { begins: prefix } : {}), after: cursor })}`;
  return (
    <AdminPage current="accounts" title="Accounts">
      <form action="/admin/accounts" className="mb-8 flex flex-wrap items-end gap-3">
        <Field name="begins" label="Address or name begins with" defaultValue={prefix} />
        <Button>Show these</Button>
      </form>
      {accountsPage.rows.length === 0 ? <EmptyState title="No account matches." /> : <Table rows={accountsPage.rows} />}
      <Pager
        listName="accounts"
        previous={after ? `/admin/accounts${prefix ? `?begins=${encodeURIComponent(prefix)}` : ''}` : null}
        next={pageAddress(accountsPage.next)}
      />
    </AdminPage>
  );
}

function Table({ rows }: { rows: readonly AccountRow[] }) {
  return (
    <DataTable
      caption="Accounts"
      captionHidden
      columns={{ who: 'Account', records: 'Profiles', roles: 'Roles', since: 'Since' }}
      rows={rows.map(({ id, name, email, confirmed, since, roles, records, isSuspended }) => ({
        key: id,
        cells: {
          who: (
            <>
              <a href={`/admin/accounts/${id}`}>{name ?? 'No name'}</a> {isSuspended && <Tag variant="warn">Suspended</Tag>}{' '}
              <span className="block wrap-anywhere text-soft text-xs min-[24rem]:min-w-36">
                {email ?? 'no address'}
                {email && !confirmed && ', not confirmed'}
              </span>
            </>
          ),
          records:
            records.length === 0
              ? '–'
              : records.map((record) => (
                  <a key={record.slug} href={`/authors/${record.slug}`} className="block">
                    {record.name}
                  </a>
                )),
          roles: roles.join(', ') || '–',
          since: since ? <Day at={since} narrow /> : '–',
        },
      }))}
    />
  );
}
