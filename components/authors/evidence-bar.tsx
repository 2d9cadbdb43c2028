import { Checks } from '#components/ui/checks.tsx';
import { Icon } from '#components/ui/icon.tsx';
import type { AuthorView } from '#lib/portal/pages/model/author-record.ts';
import { evidenceChecks } from './evidence-checks.ts';
import { trustWords } from './trust-words.ts';

/** What supports a profile, in words, with checkmarks. Its points are in the snapshot at the side and on the Trust tab. */
export function EvidenceBar({ author }: { author: AuthorView }) {
  const checks = evidenceChecks(author).filter(({ key }) => key !== 'claim');
  if (author.trust.parts.length === 0 && checks.length === 0) return null;
  return (
    <section aria-label="Evidence" className="mb-3 flex flex-wrap items-center gap-x-5 gap-y-2 rounded-card bg-raised px-4 py-3">
      <p className="font-semibold text-sm">
        <Icon name="shield" className="mr-1.5 text-soft" />
        {trustWords(author)}
      </p>
      <Checks checks={checks} />
      <a href={`/authors/${author.slug}/trust`} className="no-print text-xs lg:ml-auto">
        About this evidence
      </a>
    </section>
  );
}
