import type { Metadata } from 'next';
import { SplitForm } from '#components/identity/decide-forms.tsx';
import { Doubts } from '#components/identity/doubts.tsx';
import { ChangePreviewView } from '#components/identity/shown-change.tsx';
import { WorkbenchGroups } from '#components/identity/workbench-groups.tsx';
import { RefusalNotice } from '#components/site/refusal-notice.tsx';
import { Page } from '#components/ui/page.tsx';
import { PageHead } from '#components/ui/page-head.tsx';
import { Section } from '#components/ui/section.tsx';
import { formatCount } from '#components/ui/sentence.ts';
import { loadSplit } from '#lib/governance/identity/loaders.ts';
import { firstValue } from '#lib/platform/form.ts';
import { refusalOf } from '#lib/portal/refusals.ts';
import { askToSignIn } from '../../../ask-to-sign-in.tsx';
import { found } from '../../../found.ts';
import type { PageProps } from '../../../page-props.ts';

export const metadata: Metadata = { title: 'Split a profile', robots: { index: false, follow: false } };

export default async function SplitPage({ params, searchParams }: PageProps<'slug'>) {
  const { slug } = await params;
  const query = await searchParams;
  const [leave, seen] = [firstValue(query.leave), firstValue(query.seen)];
  const result = await loadSplit(slug, leave === undefined || seen === undefined ? null : { leave, seen });
  const base = `/authors/${encodeURIComponent(slug)}/split`;
  if (result === 'sign_in') return askToSignIn(base);
  const { author, doubts, groups, compared, chosen, isSuspended } = found(result, (current) => `/authors/${current}/split`);
  const works = groups.reduce((sum, group) => sum + group.works.length, 0);
  return (
    <Page width="list">
      <PageHead
        eyebrow={<a href={`/authors/${author.slug}`}>{author.name}</a>}
        title={chosen ? 'What the split would do' : isSuspended ? 'Which works are yours?' : 'Is this more than one person?'}
        lead={
          chosen
            ? undefined
            : `${
                compared
                  ? groups.length === 1
                    ? `${formatCount(works, 'work')} in one group: nothing suggests two people.`
                    : `${formatCount(works, 'work')} in ${formatCount(groups.length, 'group')} by co-authors, affiliations, venues, words and years.`
                  : `${formatCount(works, 'work')}: too many to compare, so they are listed by decade.`
              } ${
                isSuspended
                  ? 'Select your own works. If the profile goes to the other person, reviewers decide whether yours become a profile of their own, which you can claim.'
                  : 'Select the works of another person.'
              }`
        }
      />
      {chosen && 'refusal' in chosen && <RefusalNotice refusal={refusalOf(chosen.refusal)} />}
      {chosen && 'preview' in chosen && (
        <div>
          <ChangePreviewView preview={chosen.preview} />
          <div className="mt-8">
            <Section id="decide" title="Split the profile">
              <SplitForm preview={chosen.preview} leave={leave ?? ''} seen={seen ?? ''} atOnce={chosen.atOnce} back={base} />
              <p className="mt-4 text-sm">
                <a href={`/authors/${author.slug}/split`}>Choose other works</a>
              </p>
            </Section>
          </div>
        </div>
      )}
      {doubts.length > 0 && (
        <Section id="doubts" title="What raises the question">
          <Doubts reasons={doubts} />
        </Section>
      )}
      {(!chosen || 'refusal' in chosen) && <WorkbenchGroups author={author} groups={groups} ticked={firstValue(query.group) ?? null} />}
    </Page>
  );
}
