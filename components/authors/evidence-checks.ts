import { proofLabel } from '#components/trust/trust-labels.ts';
import type { Check } from '#components/ui/checks.tsx';
import { formatCount, joinWords } from '#components/ui/sentence.ts';
import { sourceIds, sourceNameInSentence, upstreamsOf } from '#lib/catalog/sources/model.ts';
import type { AuthorView } from '#lib/portal/pages/model/author-record.ts';

type ProfileEvidence = Pick<AuthorView, 'sources' | 'flags' | 'fitsOnePerson' | 'claimState' | 'kind' | 'orcid' | 'trust'>;

const claimLabels = {
  unclaimed: 'Not claimed yet',
  pending: 'Claim pending',
  claimed: 'Claimed by its owner',
  disputed: 'Claim disputed',
} as const;

/** Returns short labels of the evidence for a profile. Its points are only on the Trust tab. */
export function evidenceChecks({ sources, flags, fitsOnePerson, claimState, kind, orcid, trust }: ProfileEvidence): Check[] {
  const pointsOf = (name: string): number => trust.parts.find(({ part }) => part === name)?.points ?? 0;
  return [
    ...sourceCheck(sources),
    ...(kind === 'person' && flags.length > 0 ? [{ key: 'person', met: false, text: 'May include a namesake’s works' }] : []),
    ...(kind === 'person' && fitsOnePerson ? [{ key: 'person', met: true, text: 'No sign of a namesake' }] : []),
    ...(orcid?.authenticated ? [{ key: 'orcid', met: true, text: proofLabel('orcid') }] : []),
    ...(pointsOf('affiliation') > 0 ? [{ key: 'affiliation', met: true, text: 'Affiliation stated' }] : []),
    ...(pointsOf('attestation') > 0 ? [{ key: 'attestation', met: true, text: 'Confirmed by co-authors' }] : []),
    ...(kind === 'person' ? [{ key: 'claim', met: claimState === 'claimed', text: claimLabels[claimState] }] : []),
  ];
}

const maxNamed = 2;

/**
 * Returns the check for sources. Only independent sources count, as in the trust method, so works listed only by the owner support nothing.
 */
function sourceCheck(sources: ProfileEvidence['sources']): Check[] {
  const independent = sources.filter(({ id }) => id !== 'owner');
  const countedSources = independent.length > 0 ? independent : sources;
  if (countedSources.length === 0) return [];
  const upstreams = upstreamsOf(sourceIds.filter((sourceId) => countedSources.some(({ id }) => id === sourceId)));
  const names =
    countedSources.length > maxNamed ? formatCount(countedSources.length, 'source') : joinWords(countedSources.map(sourceNameInSentence));
  const text = upstreams.length > 1 ? formatCount(upstreams.length, 'independent source') : `Listed by ${names}`;
  return [{ key: 'sources', met: independent.length > 0, text }];
}
