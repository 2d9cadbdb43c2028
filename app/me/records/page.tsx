import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { MePage } from '#components/accounts/me-page.tsx';
import { RecordRows } from '#components/statements/record-rows.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { loadOwnRecords } from '#lib/portal/pages/loaders/statements.ts';

export const metadata: Metadata = { title: 'Your record', robots: { index: false, follow: false } };

/** The records that the reader owns; the one, where it is one. */
export default async function OwnRecordsPage() {
  const records = await loadOwnRecords();
  if (!records) redirect('/sign-in?problem=not_signed_in&next=%2Fme%2Frecords');
  const [only] = records;
  if (only?.shown && records.length === 1) redirect(`/me/records/${only.slug}`);
  return (
    <MePage
      current="records"
      title={records.length > 1 ? 'Your records' : 'Your record'}
      lead={records.length > 1 ? 'You own more than one. Two records of one person can be put together from either of them.' : undefined}
    >
      {records.length > 0 ? (
        <RecordRows records={records} />
      ) : (
        <EmptyState title="No record is yours yet.">
          <p>
            <a href="/search">Find the record with your works</a> and claim it. What you show decides how soon it is yours; an address alone
            takes seven days.
          </p>
          <p>Then you say here who you are, which works stand first, and what is shown to everybody.</p>
        </EmptyState>
      )}
    </MePage>
  );
}
