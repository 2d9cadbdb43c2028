import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { MePage } from '#components/accounts/me-page.tsx';
import { AddedRows } from '#components/additions/added-rows.tsx';
import { DraftForm, readTitle } from '#components/additions/draft-form.tsx';
import { OrcidWorksForm } from '#components/additions/orcid-form.tsx';
import { ReadWorksForm } from '#components/additions/reading-form.tsx';
import { EnterWorkForm } from '#components/additions/typed-form.tsx';
import { LostRefusal } from '#components/site/lost-refusal.tsx';
import { Section } from '#components/ui/section.tsx';
import { addWorks } from '#lib/governance/additions/actions.ts';
import { loadAdditions } from '#lib/governance/additions/loaders.ts';
import { env } from '#lib/platform/env.ts';
import { askToSignIn } from '../../../../ask-to-sign-in.tsx';
import { leadToMovedProfile, MergedProfile } from '../../../../moved-profile.tsx';
import type { PageProps } from '../../../../page-props.ts';

export const metadata: Metadata = { title: 'Add works', robots: { index: false, follow: false } };

const notices: Readonly<Record<string, string>> = {
  added: 'The works are on your profile. They appear in lists within a minute.',
  removed: 'Your entry is removed.',
  read: 'The works are read.',
};

export default async function AddWorksPage({ params, searchParams }: PageProps<'slug'>) {
  const { slug } = await params;
  const { done } = await searchParams;
  const result = await loadAdditions(slug);
  if (result === 'sign_in') return askToSignIn(`/me/records/${slug}/add`);
  if (result === null) notFound();
  if ('redirect' in result && result.isLost) return <MergedProfile slug={result.redirect} />;
  const doneKey = typeof done === 'string' && Object.hasOwn(notices, done) ? done : null;
  if ('redirect' in result) return leadToMovedProfile(`/me/records/${result.redirect}/add`, doneKey ? `?done=${doneKey}` : '');
  const { record, draft, added, orcid } = result;
  return (
    <MePage
      current="records"
      eyebrow={<a href={`/me/records/${record.slug}`}>Back to your profile</a>}
      title="Add works"
      lead={`To the profile of ${record.name}. What you add is shown as said by you, with its date. It gives no trust points.`}
      done={done === 'read' && draft ? readTitle(draft) : doneKey && (notices[doneKey] ?? null)}
    >
      <LostRefusal codes={['unknown_added_work']} />
      {draft && (
        <Section id="works" title="Choose what to add">
          <DraftForm
            draft={draft}
            slug={record.slug}
            action={addWorks}
            fields={<input type="hidden" name="authorId" value={record.id} />}
            submit="Add the selected works"
          />
        </Section>
      )}
      <Section id="read" title={draft ? 'Read other works' : 'Read works'}>
        <div className="space-y-6">
          <OrcidWorksForm authorId={record.id} orcid={orcid} canConnect={env().ORCID_CLIENT_ID !== undefined} />
          <ReadWorksForm authorId={record.id} />
          <EnterWorkForm authorId={record.id} name={record.name} />
        </div>
      </Section>
      {added.length > 0 && (
        <Section id="added" title="Works that you have added">
          <AddedRows authorId={record.id} added={added} />
        </Section>
      )}
    </MePage>
  );
}
