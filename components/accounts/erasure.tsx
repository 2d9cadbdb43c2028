import type { ReactNode } from 'react';
import { ActionButton } from '#components/site/action-button.tsx';
import { ActionField, ActionForm } from '#components/site/action-form.tsx';
import { RefusalNotice } from '#components/site/refusal-notice.tsx';
import { Button } from '#components/ui/button.tsx';
import { Day } from '#components/ui/day.tsx';
import { Disclosure } from '#components/ui/disclosure.tsx';
import { LocalTime } from '#components/ui/local-time.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { type ErasureView, erasurePhrase } from '#lib/community/accounts/model/erasure.ts';
import { retainedBlockMonths } from '#lib/community/invitations/model/block-retention.ts';
import { declineCooldownDays, erasureDays, reportCooldownDays } from '#lib/community/limits.ts';
import { recentSignInMinutes } from '#lib/platform/limits.ts';
import { cancelErasureAction, requestErasureAction } from '#lib/portal/me/actions.ts';
import { refusals } from '#lib/portal/refusals.ts';

/** What an erasure deletes and retains, the form to request it, and the form to cancel it. */
export function Erasure({ erasure }: { erasure: ErasureView }) {
  const { waiting, records, inDispute } = erasure;
  return (
    <div className="space-y-6">
      {waiting ? (
        <ScheduledErasure {...waiting} />
      ) : (
        <p className="max-w-measure">
          It is erased {erasureDays} days after you ask, and cannot be brought back. Until then nothing changes, and you can cancel here.
        </p>
      )}
      <TitledList title={waiting ? 'Before it is erased' : 'Before you ask'}>
        <li>
          <a href="/me/data#archive">Create an archive of your data</a>: afterwards you cannot.
        </li>
        {records.map(({ slug, name }) => (
          <li key={slug}>
            Not named here any more? Also <a href={`/visibility?record=${slug}`}>change how the name of {name} is shown</a>.
          </li>
        ))}
        {inDispute && (
          <li>
            Your claim or objection is under review. The erasure does not wait for the decision: your claim and your objection are
            withdrawn.
          </li>
        )}
      </TitledList>
      <FoldedList
        title={waiting ? 'What is erased, in one step' : `What is erased after ${erasureDays} days, in one step`}
        summary="Account, follows, claims, what you added to profiles, proofs, attestations, messages and undecided reports."
      >
        <ErasedData records={records} />
      </FoldedList>
      <FoldedList
        title="What stays, and why"
        summary="What sources published, the public log, what others wrote to you, decisions without your name, and blocks against you under a hash."
      >
        <RetainedData />
      </FoldedList>
      {!waiting && <ErasureForm erasure={erasure} />}
    </div>
  );
}

/** A list behind its short form. */
function FoldedList({ title, summary, children }: { title: string; summary: string; children: ReactNode }) {
  return (
    <div>
      <h3 className="mb-1 font-semibold text-sm">{title}</h3>
      <p className="max-w-measure text-sm">{summary}</p>
      <Disclosure summary="In detail">
        <ul className={listClass}>{children}</ul>
      </Disclosure>
    </div>
  );
}

const listClass = "max-w-measure list-['–_'] space-y-1 pl-5 text-sm [&>li]:pl-1";

function TitledList({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h3 className="mb-1 font-semibold text-sm">{title}</h3>
      <ul className={listClass}>{children}</ul>
    </div>
  );
}

function ErasedData({ records }: Pick<ErasureView, 'records'>) {
  return (
    <>
      <li>Your account: its name and addresses, all sign-in methods, sessions, notifications, settings and archives.</li>
      <li>What you follow, mute and have saved. Follower counts are updated.</li>
      {records.length > 0 && (
        <li>
          Your claim to {records.map(({ name }) => name).join(', ')}. The profile becomes unclaimed, and what you added is deleted: your
          statements, works that no source lists, pinned works, works marked as not yours, hidden fields, and whether you are open to
          invitations.
        </li>
      )}
      <li>Your proofs, and the private part of their entries in the public log, which can then no longer be read.</li>
      <li>
        Your attestations for others: confirmations and vouches. Those people are notified that an attestation has ended, but not why. Their
        points are computed again.
      </li>
      <li>
        The text of your invitations and messages. Open invitations end, conversations close, and no profile states any more that you work
        together. Your blocks are deleted.
      </li>
      <li>Your undecided reports, objections, proposals and appeals, and the text of decided ones.</li>
    </>
  );
}

function RetainedData() {
  return (
    <>
      <li>
        The profile itself: names and works that sources have published. We cannot delete these, but you can ask to change how the name is
        shown.
      </li>
      <li>
        The public log: that the profile was claimed and given back, when, and by what kind of proof (a page, a domain or an ORCID iD that
        you have shown in public). Each event is chained to the one before it, so none can be taken out.
      </li>
      <li>
        What others wrote to you, because it is theirs. They see “a former member” in place of your name, and an empty place for each of
        your messages.
      </li>
      <li>Merges, splits and decisions that you asked for or took part in, without your name.</li>
      <li>
        If somebody has blocked you, or an invitation between you two was declined less than {declineCooldownDays} days ago, or a report
        about what you wrote was upheld less than {reportCooldownDays} days ago: this fact, without your name. It is stored under a keyed
        hash of your confirmed addresses and iDs, which cannot be read from it, so that leaving and returning does not end a block. A block
        is stored for {retainedBlockMonths} months, a cooldown until it ends.
      </li>
      <li>That an account was erased, and on which day, under a random number.</li>
      <li>The operator’s backups, until newer ones replace them.</li>
    </>
  );
}

/** The scheduled erasure, and the button to cancel it. */
export function ScheduledErasure({ askedAt, runsAt }: NonNullable<ErasureView['waiting']>) {
  return (
    <Notice kind="warn" title="Your account will be erased">
      <p>
        You asked for it on <Day at={askedAt} />. It is erased soon after <LocalTime at={runsAt} />. Until then everything works as before.
      </p>
      <ActionButton action={cancelErasureAction} variant="primary" label="Keep my account" />
    </Notice>
  );
}

const emailNote = 'We confirm your request by email, and send a last email when it is done. Then the address is deleted too.';
const noEmailNote = 'Your account has no confirmed address, so we cannot email you when it is done. You can then no longer sign in.';
const sampleAccountNote =
  'This is an account of the sample data, so no email is sent. When it is done, nobody can continue as this person any more.';

function ErasureForm({ erasure: { soleAdmin, isRecentSignIn, mailed, sample } }: { erasure: ErasureView }) {
  if (soleAdmin) return <RefusalNotice refusal={refusals.sole_admin} kind="info" />;
  if (!isRecentSignIn)
    return (
      <p className="max-w-measure text-sm">
        You must have signed in within the last {recentSignInMinutes} minutes.{' '}
        <a href="/sign-in?problem=reauthentication_required&next=%2Fme%2Fdata">Sign in again</a>
      </p>
    );
  return (
    <ActionForm action={requestErasureAction} back="/me/data" className="space-y-4">
      <ActionField name="words" label={`Type: ${erasurePhrase}`} autoComplete="off" autoCapitalize="none" spellCheck={false} required />
      <p className="max-w-measure text-sm text-soft">{sample ? sampleAccountNote : mailed ? emailNote : noEmailNote}</p>
      <Button variant="danger">Erase my account in {erasureDays} days</Button>
    </ActionForm>
  );
}
