import type { Metadata } from 'next';
import { MePage } from '#components/accounts/me-page.tsx';
import { RecoveryContact, SignInAddress } from '#components/accounts/security/address-forms.tsx';
import { FederatedLogins } from '#components/accounts/security/federated.tsx';
import { AddPasskey } from '#components/accounts/security/passkey-buttons.tsx';
import { PasskeyRequirement } from '#components/accounts/security/passkey-requirement.tsx';
import { PasskeyRows } from '#components/accounts/security/passkey-rows.tsx';
import { SessionRows } from '#components/accounts/security/session-rows.tsx';
import { Island } from '#components/live/island.tsx';
import { LostRefusal } from '#components/site/lost-refusal.tsx';
import { RefusalNotice } from '#components/site/refusal-notice.tsx';
import { FocusedRegion } from '#components/ui/focused.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Section } from '#components/ui/section.tsx';
import { recentSignInMinutes } from '#lib/platform/limits.ts';
import { loadSecurity } from '#lib/portal/me/loaders.ts';
import { refusalOf, refusals } from '#lib/portal/refusals.ts';
import { askToSignIn } from '../../ask-to-sign-in.tsx';
import type { QueryProps } from '../../page-props.ts';

export const metadata: Metadata = { title: 'Security', robots: { index: false, follow: false } };

const savedTitles: Record<string, string> = {
  'passkey-added': 'The passkey is added',
  'passkey-renamed': 'The passkey is renamed',
  passkey: 'The passkey is removed',
  'passkey-requirement': 'Your choice is saved',
  federated: 'Your institution has confirmed you',
  'federated-gone': 'The login is no longer connected to your account',
  session: 'Session ended',
  asked: 'A link is on its way',
  email: 'The address is confirmed',
  change: 'The new address is confirmed',
  'address-stopped': 'The change of your address is stopped',
  recovery: 'The recovery contact is confirmed',
  gone: 'The recovery contact is removed',
  'came-back': 'You are signed in again',
  stopped: 'The recovery is stopped',
};

/** Confirmations of changes after which the page suggests ending other sessions, which may be those of an intruder. */
const signInChanges = new Set([
  'passkey-added',
  'passkey',
  'passkey-requirement',
  'email',
  'change',
  'address-stopped',
  'recovery',
  'gone',
  'came-back',
]);

/** Error codes of buttons that another tab or browser has used before. */
const lostCodes = ['unknown_passkey', 'unknown_session', 'no_address_change', 'no_recovery', 'no_recovery_contact', 'federated_not_linked'];

const addPasskey = { failed: refusals.passkey_refused };

function SignInAgain() {
  return (
    <p className="max-w-measure text-sm">
      To add or change a sign-in method, you must have signed in within the last {recentSignInMinutes} minutes.{' '}
      <a href="/sign-in?problem=reauthentication_required&next=%2Fme%2Fsecurity">Sign in again</a>
    </p>
  );
}

export default async function SecurityPage({ searchParams }: QueryProps) {
  const security = await loadSecurity();
  if (!security) return askToSignIn('/me/security');
  const { saved: done, problem } = await searchParams;
  const title = typeof done === 'string' && Object.hasOwn(savedTitles, done) ? savedTitles[done] : undefined;
  return (
    <MePage current="security" title="Security">
      {title && (
        <div className="mb-8">
          <Notice kind="success" title={title}>
            {signInChanges.has(String(done)) && (
              <p>
                Earlier sessions may still be active. <a href="#sessions">Review your sessions and end those you do not recognise</a>
              </p>
            )}
          </Notice>
        </div>
      )}
      {typeof problem === 'string' && (
        <FocusedRegion className="mb-8">
          <RefusalNotice refusal={refusalOf(problem)} back="/me/security" />
        </FocusedRegion>
      )}
      <LostRefusal codes={lostCodes} />
      <Section id="address" title="Email address">
        <SignInAddress security={security} signInAgain={<SignInAgain />} />
      </Section>
      <Section id="passkeys" title="Passkeys">
        <p className="mb-4 max-w-measure text-sm text-soft">Sign in with your device’s lock: fingerprint, face or PIN. Needs JavaScript.</p>
        <PasskeyRows passkeys={security.passkeys} />
        {security.isRecentSignIn ? (
          <Island name="add-passkey" props={addPasskey}>
            <AddPasskey {...addPasskey} />
          </Island>
        ) : (
          <SignInAgain />
        )}
        <PasskeyRequirement security={security} />
      </Section>
      <Section id="federated" title="Your institution’s login">
        <FederatedLogins security={security} signInAgain={<SignInAgain />} />
      </Section>
      <Section id="recovery" title="Recovery contact">
        <RecoveryContact security={security} signInAgain={<SignInAgain />} />
      </Section>
      <Section id="sessions" title="Sessions">
        <SessionRows sessions={security.sessions} />
      </Section>
    </MePage>
  );
}
