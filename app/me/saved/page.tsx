import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { MePage } from '#components/accounts/me-page.tsx';
import { SaveWork } from '#components/saved-works/save-work.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { Pager } from '#components/ui/pager.tsx';
import { WorkList } from '#components/works/work-list.tsx';
import { citationFormats } from '#lib/catalog/works/model/citations/formats.ts';
import { loadSavedWorks } from '#lib/community/saved-works/loaders.ts';
import { saveButtonProps } from '#lib/community/saved-works/model.ts';
import { firstValue } from '#lib/platform/form.ts';

export const metadata: Metadata = { title: 'Saved works', robots: { index: false, follow: false } };

interface Props {
  searchParams: Promise<{ after?: string | string[] }>;
}

export default async function SavedPage({ searchParams }: Props) {
  const { after } = await searchParams;
  const cursor = firstValue(after);
  const savedWorks = await loadSavedWorks(cursor);
  if (!savedWorks) redirect('/sign-in?problem=not_signed_in&next=%2Fme%2Fsaved');
  const path = cursor ? `/me/saved?${new URLSearchParams({ after: cursor })}` : '/me/saved';
  return (
    <MePage current="saved" title="Saved works" lead="Newest first. Only you can see them.">
      {savedWorks.works.length > 0 ? (
        <>
          <Downloads />
          <WorkList
            works={savedWorks.works}
            level={2}
            save={(work) => <SaveWork save={{ ...saveButtonProps(work), saved: true }} back={path} />}
          />
        </>
      ) : (
        <EmptyState title={cursor ? 'No more results' : 'Nothing is saved yet.'}>
          <p>
            Choose “save” beside “cite” on the page of a work, in a <a href="/search">search for works</a> or in{' '}
            <a href="/feed">your feed</a>. Here you can then download all of them for a reference manager.
          </p>
        </EmptyState>
      )}
      <Pager listName="saved works" previous={cursor ? '/me/saved' : null} next={savedWorks.next && `/me/saved?after=${savedWorks.next}`} />
    </MePage>
  );
}

/** Links to all saved works as one file, in each format. */
const Downloads = () => (
  <nav aria-label="Download all" className="mb-6 text-sm">
    <p className="text-soft text-xs">All of them, for a reference manager or a table:</p>
    <ul className="entry-actions">
      {citationFormats.map(({ file, name }) => (
        <li key={file}>
          <a href={`/me/saved/${file}`} download className="entry-action">
            <Icon name="download" />
            {name}
          </a>
        </li>
      ))}
    </ul>
  </nav>
);
