import { proofLabel } from '#components/trust/trust-labels.ts';
import type { Check } from '#components/ui/checks.tsx';
import { counted } from '#components/ui/sentence.ts';
import type { AuthorView } from '#lib/portal/pages/model/author-record.ts';

type Evidenced = Pick<AuthorView, 'sources' | 'flags' | 'claimState' | 'kind' | 'orcid' | 'trust'>;

const claims = {
  unclaimed: 'Not claimed yet',
  pending: 'Claim pending',
  claimed: 'Claimed by its owner',
  disputed: 'Claim disputed',
} as const;

/** What supports a profile, in a few words each; how many points it gives is said on its Trust tab alone. */
export function evidenceChecks({ sources, flags, claimState, kind, orcid, trust }: Evidenced): Check[] {
  const pointsOf = (name: string): number => trust.parts.find(({ part }) => part === name)?.points ?? 0;
  const [only] = sources;
  return [
    ...(sources.length > 0
      ? [{ key: 'sources', met: true, text: sources.length === 1 ? `Listed by ${only?.name}` : counted(sources.length, 'source') }]
      : []),
    ...(kind === 'person'
      ? [{ key: 'person', met: flags.length === 0, text: flags.length === 0 ? 'Works fit one person' : 'May be several people' }]
      : []),
    ...(orcid?.authenticated ? [{ key: 'orcid', met: true, text: proofLabel('orcid') }] : []),
    ...(pointsOf('affiliation') > 0 ? [{ key: 'affiliation', met: true, text: 'Affiliation stated' }] : []),
    ...(pointsOf('attestation') > 0 ? [{ key: 'attestation', met: true, text: 'Confirmed by co-authors' }] : []),
    ...(kind === 'person' ? [{ key: 'claim', met: claimState === 'claimed', text: claims[claimState] }] : []),
  ];
}
