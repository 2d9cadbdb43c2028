import { Checks } from '#components/ui/checks.tsx';
import { Icon } from '#components/ui/icon.tsx';
import type { AuthorView } from '#lib/portal/pages/model/author-record.ts';
import { evidenceChecks } from './evidence-checks.ts';

/** The trust chip, with checkmarks for the evidence. */
export function EvidenceBar({ author }: { author: AuthorView }) {
  const { trust, slug, claimState, flags } = author;
  const checks = evidenceChecks(author);
  const isComputed = trust.parts.length > 0;
  if (!isComputed && checks.length === 0) return null;
  const isNormal = claimState === 'unclaimed' && flags.length === 0 && isComputed;
  return (
    <section aria-label="Evidence" className="mb-3 flex flex-wrap items-center gap-x-5 gap-y-2 rounded-card bg-raised px-4 py-3">
      {isComputed && (
        <a href={`/authors/${slug}/trust`} className="chip border border-edge bg-card! text-read">
          <Icon name="shield" />
          <span>
            Trust <b className="font-semibold text-ink">{trust.points}</b> · {trust.label} · L{trust.level}
          </span>
        </a>
      )}
      <Checks checks={checks} />
      {isNormal && (
        <a href={`/authors/${slug}/trust`} className="no-print text-xs lg:ml-auto">
          About this score
        </a>
      )}
    </section>
  );
}
