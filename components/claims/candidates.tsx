import { formatCount } from '#components/ui/sentence.ts';
import type { SamePersonCandidate } from '#lib/governance/claims/model/proof-options.ts';

/** Other records that may be of the same person, with reasons. Each is claimed separately. */
export function ClaimCandidates({ candidates }: { candidates: readonly SamePersonCandidate[] }) {
  return (
    <>
      <p className="max-w-measure text-sm">
        Sources do not always recognise that two names are one person. If one of these is also you, claim it separately. You can merge your
        profiles later.
      </p>
      <ul className="mt-3 max-w-text text-sm">
        {candidates.map(({ slug, name: other, works, reasons }) => (
          <li key={slug} className="flex flex-wrap items-baseline justify-between gap-x-6 border-line border-t py-2 last:border-b">
            <span>
              <a href={`/authors/${slug}`} className="font-semibold">
                {other}
              </a>
              , {formatCount(works, 'work')} <span className="text-soft">({reasons.join('; ')})</span>
            </span>
            <a href={`/claim/${slug}`}>
              Claim this one<span className="sr-only">: {other}</span>
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}
