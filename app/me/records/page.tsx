import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { MePage } from '#components/accounts/me-page.tsx';
import { RecordRows } from '#components/statements/record-rows.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { noticeDays } from '#lib/governance/claims/model/notice.ts';
import { inWords } from '#lib/platform/limits.ts';
import { loadOwnRecords } from '#lib/portal/pages/loaders/statements.ts';

export const metadata: Metadata = { title: 'Your profile', robots: { index: false, follow: false } };

/** The records that the viewer owns; redirects if there is only one. */
export default async function OwnRecordsPage() {
  const records = await loadOwnRecords();
  if (!records) redirect('/sign-in?problem=not_signed_in&next=%2Fme%2Frecords');
  const [only] = records;
  if (only?.isVisible && records.length === 1) redirect(`/me/records/${only.slug}`);
  return (
    <MePage
      current="records"
      title={records.length > 1 ? 'Your profiles' : 'Your profile'}
      lead={records.length > 1 ? 'You own more than one. You can merge two profiles of one person.' : undefined}
    >
      {records.length > 0 ? (
        <RecordRows records={records} />
      ) : (
        <EmptyState title="You do not own a profile yet.">
          <p>
            <a href="/search">Find the profile with your works</a> and claim it. A strong proof takes effect at once; an email address takes
            at least {inWords(noticeDays)} days; the claim page shows how many.
          </p>
          <p>
            No source here names you? <a href="/me/new-profile">Create a profile</a>
          </p>
          <p>Then you can edit your profile here, pin works, and decide what is public.</p>
        </EmptyState>
      )}
    </MePage>
  );
}
