import type { Metadata } from 'next';
import { notFound, permanentRedirect } from 'next/navigation';
import { ChangeRows } from '#components/identity/change-rows.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Page } from '#components/ui/page.tsx';
import { PageHead } from '#components/ui/page-head.tsx';
import { type HistoryPage, loadHistory } from '#lib/governance/identity/loaders.ts';

interface Props {
  params: Promise<{ slug: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

async function history({ params }: Props): Promise<HistoryPage> {
  const found = await loadHistory((await params).slug);
  if (found === null) notFound();
  if ('redirect' in found) permanentRedirect(`/authors/${found.redirect}/history`);
  return found;
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { author } = await history(props);
  return { title: `History of ${author.name}`, robots: { index: false }, alternates: { canonical: `/authors/${author.slug}/history` } };
}

export default async function RecordHistoryPage(props: Props) {
  const { author, changes } = await history(props);
  const asked = await props.searchParams;
  const path = `/authors/${author.slug}`;
  return (
    <Page>
      <PageHead
        eyebrow={<a href={path}>{author.name}</a>}
        title="Merges and splits"
        size="title"
        lead="What was merged into this profile and what was split off. Who asked for it is not public."
      />
      <div className="space-y-6">
        {asked.done && <Notice kind="success" title="It is done. The figures follow within a minute." />}
        {asked.undone && <Notice kind="success" title="It is undone. The figures follow within a minute." />}
        {asked.asked && (
          <Notice kind="success" title="Sent to the reviewers">
            <p>Nothing has changed yet. You are notified of their decision.</p>
          </Notice>
        )}
        {changes.length > 0 ? (
          <ChangeRows changes={changes} back={`${path}/history`} />
        ) : (
          <EmptyState title="Nothing has been merged or split.">
            The profile holds what its <a href={`${path}/sources`}>sources</a> give it.
          </EmptyState>
        )}
        <p className="text-sm">
          <a href={`${path}/split`} rel="nofollow">
            Split this profile
          </a>
          {' · '}
          <a href={`${path}/merge`} rel="nofollow">
            Merge it with another profile
          </a>
        </p>
      </div>
    </Page>
  );
}
