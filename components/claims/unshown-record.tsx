import { ActionField, ActionForm, ActionTextArea } from '#components/site/action-form.tsx';
import { Button, ButtonLink } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Page } from '#components/ui/page.tsx';
import { PageHead } from '#components/ui/page-head.tsx';
import { Section } from '#components/ui/section.tsx';
import { claimRecord, startProof } from '#lib/governance/claims/actions.ts';
import type { UnshownClaimPage } from '#lib/governance/claims/model/claim-page.ts';
import { fileReportAction } from '#lib/governance/reports/actions.ts';

interface Props {
  page: UnshownClaimPage;
  isAsked: boolean;
  isReported: boolean;
}

/** The claim page of an address at which no profile is shown. It says the same whether a profile is hidden there or not. */
export function UnshownRecord({ page: { unshown, account, orcidSetUp }, isAsked, isReported }: Props) {
  const back = `/claim/${unshown}`;
  const common = { back, className: 'space-y-4' };
  return (
    <Page>
      <PageHead
        title="Claim a profile"
        lead="No profile is shown at this address. If one is hidden here and is yours, a strong proof opens it at once."
      />
      <div className="space-y-8">
        {isAsked && (
          <Notice kind="success" title="We have looked">
            <p>
              If this address proves that a profile here is yours, a link is on its way to it. To protect everybody, this page does not say.
            </p>
          </Notice>
        )}
        {isReported && (
          <Notice kind="success" title="Your report is received">
            <p>If there is a profile at this address, reviewers read your report.</p>
          </Notice>
        )}
        <Section id="proof-options" title="Show that it is yours">
          {account === null ? (
            <ButtonLink variant="primary" href={`/sign-in?next=${encodeURIComponent(back)}`}>
              Sign in to claim
            </ButtonLink>
          ) : (
            <div className="space-y-8">
              {orcidSetUp && (
                <ActionForm action={claimRecord} {...common} hiddenInputs={{ authorId: unshown, by: 'orcid' }}>
                  <Button variant="primary">Show your ORCID iD</Button>
                </ActionForm>
              )}
              <ActionForm action={startProof} {...common} hiddenInputs={{ authorId: unshown, kind: 'printed_email' }}>
                <ActionField name="target" label="An address that is printed in one of your works" type="email" required maxLength={500} />
                <Button>Send a link</Button>
              </ActionForm>
              <ActionForm action={startProof} {...common} hiddenInputs={{ authorId: unshown, kind: 'institution_email' }}>
                <ActionField
                  name="target"
                  id="institution-target"
                  label="Your own address at your institution"
                  type="email"
                  required
                  maxLength={500}
                />
                <Button>Send a link</Button>
              </ActionForm>
            </div>
          )}
        </Section>
        <Section id="report" title="Or tell the reviewers">
          <ActionForm
            action={fileReportAction}
            {...common}
            hiddenInputs={{ subject: 'author', subjectId: unshown, kind: 'impersonation', reason: 'not_them' }}
          >
            <ActionTextArea name="note" label="What is wrong, and what shows it" rows={4} required maxLength={2000} />
            <Button>Send the report</Button>
          </ActionForm>
          <p className="mt-4 max-w-measure text-sm text-soft">
            You can also <a href={`/visibility?record=${unshown}`}>ask for a name to be shown or hidden</a>, without an account.
          </p>
        </Section>
      </div>
    </Page>
  );
}
