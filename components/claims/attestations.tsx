import { ActionButton } from '#components/site/action-button.tsx';
import { ActionField, ActionForm } from '#components/site/action-form.tsx';
import { Button } from '#components/ui/button.tsx';
import { Day } from '#components/ui/day.tsx';
import {
  declineAttestation,
  giveAttestation,
  requestAttestation,
  revokeAttestation,
  vouchForRecord,
} from '#lib/governance/claims/actions.ts';
import type { AttestationCandidate, AttestationKind, AttestationView } from '#lib/governance/claims/model/attestations.ts';
import { vouchMonths, vouchQuota } from '#lib/governance/claims/model/attestations.ts';
import { inWords } from '#lib/platform/limits.ts';

const backPath = '/confirm';

const stateLabels: Record<AttestationView['state'], string> = {
  requested: 'asked',
  given: 'given',
  declined: 'declined',
  withdrawn: 'withdrawn',
  expired: 'ended',
};

/** Attestations requested from the viewer, or given by them. */
export function AttestationsGiven({ attestations }: { attestations: readonly AttestationView[] }) {
  if (attestations.length === 0)
    return <p className="text-sm text-soft">Nobody has asked you yet, and you have confirmed or vouched for nobody.</p>;
  return (
    <ul className="max-w-text text-sm">
      {attestations.map((attestation) => (
        <li key={attestation.id} className="border-line border-t py-3 first:border-t-0 first:pt-0">
          <p>
            <a href={`/authors/${attestation.about.slug}`} className="font-semibold">
              {attestation.about.name}
            </a>
            : {describeAttestation(attestation, 'they')} <span className="text-soft">({stateLabels[attestation.state]}</span>{' '}
            <span className="text-soft">
              on <Day at={attestation.at} />)
            </span>
          </p>
          {attestation.state === 'requested' && (
            <>
              <p className="mt-1 max-w-measure text-soft">
                Public if you say yes: your profile’s name, {attestation.work ? 'the work, ' : ''}and the day. You can withdraw it at any
                time.
              </p>
              <div className="mt-2 flex flex-wrap items-center gap-x-5 gap-y-2">
                <AttestationButton
                  action={giveAttestation}
                  id={attestation.id}
                  variant="primary"
                  label={attestation.kind === 'vouch' ? 'Vouch for them' : 'Yes, we wrote it together'}
                />
                <AttestationButton action={declineAttestation} id={attestation.id} variant="quiet" label="Decline" />
              </div>
            </>
          )}
          {attestation.state === 'given' && (
            <div className="mt-1">
              <AttestationButton action={revokeAttestation} id={attestation.id} variant="quiet" label="Withdraw" />
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Attestations for the viewer's own records. */
export function AttestationsReceived({ attestations }: { attestations: readonly AttestationView[] }) {
  if (attestations.length === 0) return <p className="text-sm text-soft">None yet.</p>;
  return (
    <ul className="max-w-text text-sm">
      {attestations.map((attestation) => (
        <li key={attestation.id} className="border-line border-t py-3 first:border-t-0 first:pt-0">
          <p>
            <a href={`/authors/${attestation.from.slug}`} className="font-semibold">
              {attestation.from.name}
            </a>
            : {describeAttestation(attestation, 'you')}{' '}
            <span className="text-soft">
              ({stateLabels[attestation.state]} on <Day at={attestation.at} />
              {attestation.state === 'given' && attestation.expiresAt && (
                <>
                  , counts until <Day at={attestation.expiresAt} />
                </>
              )}
              )
            </span>
          </p>
          {attestation.state === 'requested' && (
            <div className="mt-1">
              <AttestationButton action={revokeAttestation} id={attestation.id} variant="quiet" label="Withdraw the request" />
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}

const describeAttestation = ({ kind, work }: AttestationView, who: 'they' | 'you'): string =>
  kind === 'vouch' ? `that the profile is ${who === 'you' ? 'yours' : 'theirs'}` : `that ${who} wrote “${work?.title ?? 'a shared work'}”`;

type FormAction = Parameters<typeof ActionForm>[0]['action'];

function AttestationButton({
  action,
  id,
  variant,
  label,
}: {
  action: FormAction;
  id: string;
  variant: 'primary' | 'quiet';
  label: string;
}) {
  return (
    <ActionButton
      action={action}
      back={backPath}
      className="space-y-3"
      hiddenInputs={{ attestationId: id }}
      variant={variant}
      label={label}
    />
  );
}

const requestLabels: Record<AttestationKind, string> = { confirmation: 'Ask to confirm a work', vouch: 'Ask to vouch for you' };

/** Co-authors with a claimed record whose attestation would count; only they can be asked. */
export function AttestationRequests({ authorId, candidates }: { authorId: string; candidates: readonly AttestationCandidate[] }) {
  if (candidates.length === 0)
    return (
      <p className="max-w-measure text-sm text-soft">
        You cannot ask any co-author now. Only owners of a profile at level L3 or above can be asked; we never contact people without an
        account.
      </p>
    );
  return (
    <ul className="max-w-text text-sm">
      {candidates.map((each) => (
        <li
          key={each.authorId}
          className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2 border-line border-t py-2 last:border-b"
        >
          <span>
            <a href={`/authors/${each.slug}`} className="font-semibold">
              {each.name}
            </a>
            , co-author of “{each.work.title ?? 'a shared work'}”
          </span>
          <div className="flex flex-wrap gap-x-5 gap-y-2">
            {each.kinds.map((kind) => (
              <ActionButton
                key={kind}
                action={requestAttestation}
                back={backPath}
                className="space-y-3"
                hiddenInputs={{ authorId, fromAuthorId: each.authorId, kind }}
                label={requestLabels[kind]}
                about={`: ${each.name}`}
              />
            ))}
          </div>
        </li>
      ))}
    </ul>
  );
}

/** Vouches for a person without a request; for owners of an L4 record. */
export function VouchForm({ fromAuthorId, name }: { fromAuthorId: string; name: string }) {
  return (
    <ActionForm action={vouchForRecord} back={backPath} className="space-y-3" hiddenInputs={{ fromAuthorId }}>
      <ActionField
        name="record"
        id={`record-${fromAuthorId}`}
        label="Address of the profile that you vouch for"
        hint={`As ${name}. Only for people you know: ${inWords(vouchQuota.inDays)} within ${vouchQuota.days} days, ${vouchQuota.inAll} in all, each for ${vouchMonths} months. Public: both names and the day.`}
        type="text"
        required
        maxLength={300}
      />
      <Button>Vouch for its owner</Button>
    </ActionForm>
  );
}
