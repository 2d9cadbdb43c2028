import { Tag } from '#components/ui/tag.tsx';
import type { ReportedWork } from '#lib/governance/cases/model/evidence.ts';

const matchLabels = { address: 'Same address', doi: 'Same DOI', title: 'Same title' } as const;

/** The works that a report names, numbered, each with the work here that it means. The numbers are those of the groups. */
export function ReportedWorks({ works }: { works: readonly ReportedWork[] }) {
  const found = works.filter(({ work }) => work?.isOnProfile).length;
  return (
    <>
      <p className="mb-3 text-sm text-soft">
        {found} of {works.length} on this profile
      </p>
      <ol className="card divide-y divide-line py-0!">
        {works.map(({ text, work, matchedBy }, at) => (
          <li key={text} className="flex gap-3 py-3">
            <ReportedNumber at={at} />
            <div className="min-w-0 flex-1">
              {work ? (
                <>
                  <p className="flex flex-wrap justify-between gap-x-4">
                    <a href={`/works/${work.id}`} className="font-serif">
                      {work.title}
                    </a>
                    <Tag variant={work.isOnProfile ? 'ok' : 'warn'}>
                      {matchedBy && matchLabels[matchedBy]}
                      {!work.isOnProfile && ', on another profile'}
                    </Tag>
                  </p>
                  <p className="text-sm">{[work.authors.join(', '), work.year, work.venue].filter(Boolean).join(' · ')}</p>
                </>
              ) : (
                <p>
                  Not found on this instance. <a href={`/search?${new URLSearchParams({ q: text.slice(0, 200) })}`}>Search works</a>
                </p>
              )}
              <p className="wrap-anywhere text-soft text-xs">Reported as “{text}”</p>
            </div>
          </li>
        ))}
      </ol>
    </>
  );
}

const ReportedNumber = ({ at }: { at: number }) => (
  <b className="grid size-6 flex-none place-content-center rounded-full bg-ink text-paper text-xs">{at + 1}</b>
);
