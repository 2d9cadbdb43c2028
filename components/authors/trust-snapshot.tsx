import { Day } from '#components/ui/day.tsx';
import { HeadingRow } from '#components/ui/heading-row.tsx';
import type { AuthorView } from '#lib/portal/pages/model/author-record.ts';

/** The trust snapshot of a profile, at its side: points, label, level and date. */
export function TrustSnapshot({ author: { slug, trust } }: { author: Pick<AuthorView, 'slug' | 'trust'> }) {
  if (trust.parts.length === 0) return null;
  return (
    <section aria-labelledby="trust-snapshot">
      <HeadingRow id="trust-snapshot">Trust snapshot</HeadingRow>
      <p className="text-sm">
        <a href={`/authors/${slug}/trust`}>
          Trust {trust.points} · {trust.label} · L{trust.level}
        </a>
      </p>
      <p className="text-soft text-xs">
        {trust.levelName}, <Day at={trust.computedAt} />
      </p>
    </section>
  );
}
