import { formatCount, joinWords } from '#components/ui/sentence.ts';
import { upstreamLabel } from '#lib/catalog/sources/model.ts';
import type { CorpusFacts } from '#lib/catalog/trust/model/facts.ts';
import type { TrustPart } from '#lib/catalog/trust/model/snapshot.ts';

type RuleLine = Pick<TrustPart['lines'][number], 'rule' | 'points' | 'max'>;

/** Returns what the profile has if a rule gives fewer than its maximum points; null if the rule's text suffices. */
export function describeShortfall({ rule, points, max }: RuleLine, facts: CorpusFacts | null): string | null {
  if (facts === null || points >= max) return null;
  const { works, upstreams, identifiedWorks } = facts;
  if (works.count === 0) return null;
  if (rule === 'identifiers')
    return `${identifiedWorks} of ${formatCount(works.count, 'work')} ${identifiedWorks === 1 ? 'carries' : 'carry'} one.`;
  if (rule === 'further_upstreams' && upstreams.length > 0)
    return `The data counted here comes from ${joinWords(upstreams.map(upstreamLabel))}.`;
  if (rule === 'three_works') return `${formatCount(works.count, 'work')} here.`;
  return null;
}
