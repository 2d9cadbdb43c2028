import type { Metadata } from 'next';
import { MePage } from '#components/accounts/me-page.tsx';
import { DraftForm, readTitle } from '#components/additions/draft-form.tsx';
import { NameForm } from '#components/additions/name-form.tsx';
import { Namesakes, NoNamesakeButton } from '#components/additions/namesakes.tsx';
import { OrcidWorksForm } from '#components/additions/orcid-form.tsx';
import { ReadWorksForm } from '#components/additions/reading-form.tsx';
import { EnterWorkForm } from '#components/additions/typed-form.tsx';
import { RefusalNotice } from '#components/site/refusal-notice.tsx';
import { Section } from '#components/ui/section.tsx';
import { nameInput } from '#lib/catalog/statements/model/statement.ts';
import { createOwnProfile } from '#lib/governance/additions/actions.ts';
import { loadNewProfile } from '#lib/governance/additions/loaders.ts';
import { newProfileId } from '#lib/governance/additions/model.ts';
import { env } from '#lib/platform/env.ts';
import { refusalOf } from '#lib/portal/refusals.ts';
import { askToSignIn } from '../../ask-to-sign-in.tsx';
import type { QueryProps } from '../../page-props.ts';

export const metadata: Metadata = { title: 'Create a profile', robots: { index: false, follow: false } };

export default async function NewProfilePage({ searchParams }: QueryProps) {
  const { name: nameParam, done } = await searchParams;
  const typedName = typeof nameParam === 'string' ? nameParam : '';
  const parsed = nameInput.safeParse(typedName);
  const name = parsed.success ? parsed.data : '';
  const newProfilePage = await loadNewProfile(name);
  const returnPath = name ? `/me/new-profile?name=${encodeURIComponent(name)}` : '/me/new-profile';
  if (!newProfilePage) return askToSignIn(returnPath);
  const { refusal, accountName, namesakes, draft, orcid } = newProfilePage;
  const error = typedName !== '' && name === '' ? (parsed.error?.issues[0]?.message ?? 'Enter your name.') : undefined;
  return (
    <MePage
      current="records"
      title="Create a profile"
      done={done === 'read' && draft && name !== '' ? readTitle(draft) : null}
      lead="For people whom no source here names. You need at least one work. Until a source or a proof supports the profile, only people with its address find it."
    >
      {refusal ? (
        <RefusalNotice refusal={refusalOf(refusal)} />
      ) : (
        <>
          <Section id="your-name" title="Your name">
            <NameForm name={typedName || (accountName ?? '')} error={error} />
          </Section>
          {namesakes.length > 0 && (
            <Section id="namesakes" title="Are you one of these?">
              <Namesakes people={namesakes} />
            </Section>
          )}
          {name !== '' && draft && (
            <Section id="works" title="Choose your works">
              <DraftForm
                draft={draft}
                slug={null}
                action={createOwnProfile}
                fields={
                  <>
                    <input type="hidden" name="name" value={name} />
                    {namesakes.length > 0 && <NoNamesakeButton />}
                  </>
                }
                submit="Create the profile"
              />
            </Section>
          )}
          {name !== '' && (
            <Section id="read" title={draft ? 'Read other works' : 'Your works'}>
              <div className="space-y-6">
                <OrcidWorksForm authorId={newProfileId} name={name} orcid={orcid} canConnect={env().ORCID_CLIENT_ID !== undefined} />
                <ReadWorksForm authorId={newProfileId} name={name} />
                <EnterWorkForm authorId={newProfileId} name={name} isNew />
              </div>
            </Section>
          )}
        </>
      )}
    </MePage>
  );
}
