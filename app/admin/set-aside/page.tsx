import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { AdminPage } from '#components/operations/admin-page.tsx';
import { Day } from '#components/ui/day.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Pager } from '#components/ui/pager.tsx';
import { formatCount } from '#components/ui/sentence.ts';
import { firstValue } from '#lib/platform/form.ts';
import { loadQuarantined } from '#lib/portal/operations/loaders.ts';
import { askToSignIn } from '../../ask-to-sign-in.tsx';
import type { QueryProps } from '../../page-props.ts';

export const metadata: Metadata = { title: 'Records set aside', robots: { index: false, follow: false } };

export default async function SetAsidePage({ searchParams }: QueryProps) {
  const after = firstValue((await searchParams).after);
  const loaded = await loadQuarantined(after);
  if (loaded === 'sign-in') return askToSignIn('/admin/set-aside');
  if (loaded === null) notFound();
  const { rows, next, count } = loaded;
  return (
    <AdminPage
      current="setAside"
      title="Records set aside"
      lead={`${formatCount(count, 'record')} that no import could read, each with its reason. Correct the file, and import it again.`}
    >
      {rows.length === 0 ? (
        <EmptyState title="No record is set aside">
          <p>Every record that was imported could be read.</p>
        </EmptyState>
      ) : (
        <ul className="divide-y divide-line border-line border-y">
          {rows.map(({ key, source, input, recordId, reason, excerpt, at }) => (
            <li key={key} className="py-3 text-sm">
              <p className="wrap-anywhere">
                <b className="font-semibold">{recordId}</b>{' '}
                <span className="text-soft">
                  {source}, {input}, <Day at={at} narrow />
                </span>
              </p>
              <p className="max-w-measure">{reason}</p>
              <p className="wrap-anywhere line-clamp-3 text-soft text-xs">{excerpt}</p>
            </li>
          ))}
        </ul>
      )}
      <Pager
        listName="records"
        previous={after ? '/admin/set-aside' : null}
        next={next === null ? null : `/admin/set-aside?after=${next}`}
      />
    </AdminPage>
  );
}
