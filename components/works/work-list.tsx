import type { ReactNode } from 'react';
import type { WorkView } from '#lib/works/model/views.ts';
import { WorkEntry } from './work-entry.tsx';

interface Props {
  works: readonly WorkView[];
  /** Level of the years' headings, or of the titles where there are no years. */
  level: 2 | 3;
  abstracts?: 'open' | 'folded';
  why?: (work: WorkView) => ReactNode;
}

interface Group {
  year: number | null;
  works: WorkView[];
}

/** Runs of the same year, in the order of the list. */
function byYear(works: readonly WorkView[]): Group[] {
  const groups: Group[] = [];
  for (const work of works) {
    const last = groups.at(-1);
    if (last && last.year === work.year) last.works.push(work);
    else groups.push({ year: work.year, works: [work] });
  }
  return groups;
}

/** Works under their years; the year stays in sight while its works pass by. */
export function WorksByYear({ works, level, abstracts, why }: Props) {
  const Heading = `h${level}` as const;
  return byYear(works).map((group) => (
    <section key={group.works[0]?.id} className="mt-5 border-line border-t pt-5 first:mt-0 lg:grid lg:grid-cols-[4rem_minmax(0,1fr)]">
      <Heading className="mb-2 font-medium font-serif text-md text-soft leading-6 lg:sticky lg:top-5 lg:mb-0 lg:self-start">
        {group.year ?? 'Undated'}
      </Heading>
      <div className="space-y-6">
        {group.works.map((work) => (
          <WorkEntry key={work.id} work={work} level={level === 2 ? 3 : 4} abstracts={abstracts} why={why?.(work)} />
        ))}
      </div>
    </section>
  ));
}

/** Works one after the other, in the list's own order. */
export function WorkList({ works, level, abstracts, why }: Props) {
  return (
    <div className="divide-y divide-line border-line border-y">
      {works.map((work) => (
        <div key={work.id} className="py-4">
          <WorkEntry work={work} level={level} abstracts={abstracts} why={why?.(work)} />
        </div>
      ))}
    </div>
  );
}
