import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { MePage } from '#components/accounts/me-page.tsx';
import { RefusalNotice } from '#components/site/refusal-notice.tsx';
import { recordPartOf } from '#components/statements/record-parts.tsx';
import { FocusedRegion } from '#components/ui/focused.tsx';
import { loadOwnRecord } from '#lib/portal/pages/loaders/statements.ts';
import { refusalOf } from '#lib/portal/refusals.ts';
import { askToSignIn } from '../../../../ask-to-sign-in.tsx';
import { leadToMovedProfile, MergedProfile } from '../../../../moved-profile.tsx';
import type { PageProps, PathProps } from '../../../../page-props.ts';

const robots = { index: false, follow: false };

export async function generateMetadata({ params }: PathProps<'slug' | 'part'>): Promise<Metadata> {
  return { title: recordPartOf((await params).part)?.title ?? 'Not found', robots };
}

/** The form for one part of a profile, for its owner. */
export default async function RecordPartPage({ params, searchParams }: PageProps<'slug' | 'part'>) {
  const { slug, part: id } = await params;
  const { saved, change, problem } = await searchParams;
  const part = recordPartOf(id);
  if (!part) notFound();
  const result = await loadOwnRecord(slug);
  if (result === 'sign_in') return askToSignIn(`/me/records/${slug}/${id}`);
  if (result === null) notFound();
  if ('redirect' in result && result.isLost) return <MergedProfile slug={result.redirect} />;
  if ('redirect' in result)
    return leadToMovedProfile(
      `/me/records/${result.redirect}/${id}`,
      typeof saved === 'string' ? `?saved=${encodeURIComponent(saved)}` : '',
    );
  const { record, owned } = result;
  return (
    <MePage
      current="records"
      eyebrow={<a href={`/me/records/${record.slug}#${id}`}>{record.name}</a>}
      title={part.title}
      done={saved ? 'Saved' : null}
      next={<a href={`/authors/${record.slug}`}>See it as others do</a>}
      wide
    >
      {typeof problem === 'string' && (
        <FocusedRegion className="mb-5">
          <RefusalNotice refusal={refusalOf(problem)} />
        </FocusedRegion>
      )}
      <part.Form record={record} owned={owned} changing={change === id} />
    </MePage>
  );
}
