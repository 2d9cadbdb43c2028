import type { Metadata } from 'next';
import { VisibilityForm } from '#components/identity/visibility-forms.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Page } from '#components/ui/page.tsx';
import { PageHead } from '#components/ui/page-head.tsx';
import { isVisibilityChoice, visibilityLabels } from '#lib/catalog/visibility/model.ts';
import { visibilityLinkHours, visibilityWaitHours } from '#lib/governance/identity/model/visibility.ts';
import { firstCharacters, firstText } from '#lib/platform/form.ts';
import type { QueryProps } from '../page-props.ts';

export const metadata: Metadata = { title: 'Name visibility', robots: { index: false, follow: false } };

/** Equal for visible, hidden and missing records, so that the page reveals nothing about a record. */
export default async function VisibilityPage({ searchParams }: QueryProps) {
  const query = await searchParams;
  const newVisibility = firstText(query.set);
  const hiddenFrom = /^\d{4}-\d\d-\d\d$/.test(firstText(query.waits)) ? firstText(query.waits) : null;
  return (
    <Page>
      <PageHead
        title="Name visibility"
        lead="The owner of a profile decides at once. Anyone who has not claimed theirs can ask here, without an account."
      />
      <div className="space-y-8">
        {isVisibilityChoice(newVisibility) && (
          <Notice kind="success" title={`It is set: ${visibilityLabels[newVisibility].label.toLowerCase()}`}>
            <p>All pages, files and searches here change at once. Copies elsewhere are not affected.</p>
            {query.wanted && (
              <p>
                To hide it at once, your profile needs a strong proof. Without one, reviewers decide on your request; you are notified. An
                address of your institution that is printed in your works also hides it at once: ask again, and give that address.
              </p>
            )}
          </Notice>
        )}
        {query.appealed && (
          <Notice kind="success" title="Your appeal is filed">
            <p>Other reviewers decide it. The answer goes to your address, which is then deleted.</p>
          </Notice>
        )}
        {hiddenFrom && (
          <Notice kind="success" title={`Found only by the full name until ${hiddenFrom}`}>
            <p>
              Others may share or have printed this address. So the name has left lists and searches for {visibilityWaitHours} hours.
              Reviewers decide on the rest; if they do not agree in that time, the name is shown as before.
            </p>
          </Notice>
        )}
        {query.asked && (
          <Notice kind="success" title="Your request is saved">
            <p>
              If the address shows that the profile is yours, a link is on its way to it; it works once, for {visibilityLinkHours} hours.
              Otherwise reviewers decide. You are notified if you gave an address or are signed in. To protect everybody, this page does not
              say which.
            </p>
          </Notice>
        )}
        <VisibilityForm record={firstCharacters(query.record, 300)} />
        <p className="max-w-measure text-sm text-soft">
          The public log records the change with the number of the profile: no name, and not who asked. You can change it again in the same
          way.
        </p>
      </div>
    </Page>
  );
}
