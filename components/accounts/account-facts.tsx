import { ActionField, ActionForm } from '#components/site/action-form.tsx';
import { Button } from '#components/ui/button.tsx';
import { DefinitionList } from '#components/ui/definition-list.tsx';
import { Notice } from '#components/ui/notice.tsx';
import type { AccountView } from '#lib/community/accounts/model/account.ts';
import { recentSignInMinutes } from '#lib/platform/limits.ts';
import { saveDisplayName } from '#lib/portal/me/actions.ts';
import { OrcidForm } from './sign-in-forms.tsx';

interface Props {
  account: AccountView;
  /** True if the sign-in is recent enough to connect another sign-in method. */
  mayLink: boolean;
  orcidSetUp: boolean;
}

/** The email address, ORCID iD and display name of the account. */
export function AccountFacts({ account, mayLink, orcidSetUp }: Props) {
  return (
    <div className="space-y-6">
      {account.sample && <Notice kind="info">This is an invented person of the sample instance.</Notice>}
      <DefinitionList
        items={[
          { term: 'Email', description: account.email ?? 'None: you sign in with ORCID' },
          {
            term: 'ORCID',
            description: account.orcid ? (
              <a href={`https://orcid.org/${account.orcid}`}>https://orcid.org/{account.orcid}</a>
            ) : (
              <UnconnectedOrcid mayLink={mayLink} setUp={orcidSetUp} />
            ),
          },
        ]}
      />
      <ActionForm action={saveDisplayName} className="space-y-3">
        <ActionField
          name="name"
          label="Display name"
          hint="Only you see it. Others see the name of your profile."
          defaultValue={account.name ?? ''}
          maxLength={100}
        />
        <Button>Save the name</Button>
      </ActionForm>
      <p className="text-sm">
        <a href="/me/security">Security</a>: <span className="text-soft">passkeys, recovery contact, open sessions</span>
      </p>
      <p className="text-sm">
        <a href="/me/data">Data and privacy</a>: <span className="text-soft">archive, import and erasure</span>
      </p>
    </div>
  );
}

function UnconnectedOrcid({ mayLink, setUp }: { mayLink: boolean; setUp: boolean }) {
  if (!setUp) return <>Not set up on this instance</>;
  if (mayLink) return <OrcidForm next="/me#account" purpose="link" label="Connect your ORCID iD" />;
  return (
    <>
      Not connected. <a href="/sign-in?problem=reauthentication_required&next=%2Fme">Sign in again</a> to connect it. You must have signed
      in within the last {recentSignInMinutes} minutes.
    </>
  );
}
