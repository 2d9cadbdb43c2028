import { proofLabel } from '#components/trust/trust-labels.ts';
import { formatCount } from '#components/ui/sentence.ts';
import type { AuthorView } from '#lib/portal/pages/model/author-record.ts';

const claimWords = { unclaimed: 'not claimed', pending: 'claim pending', disputed: 'claim disputed' } as const;

type Described = Pick<AuthorView, 'sources' | 'claimState' | 'ownerProof' | 'counters'>;

/** Says what supports a profile: "From 2 sources · not claimed", "Claimed · Address at an institution 2026". */
export function trustWords({ sources, claimState, ownerProof, counters }: Described): string {
  if (claimState === 'claimed') return ownerProof ? `Claimed · ${proofLabel(ownerProof.kind)} ${ownerProof.year}` : 'Claimed';
  const independent = sources.filter(({ id }) => id !== 'owner').length;
  if (counters.works === 0) return 'No works yet';
  return [independent > 0 && `From ${formatCount(independent, 'source')}`, claimWords[claimState]].filter(Boolean).join(' · ');
}
