import type { ReactNode } from 'react';
import type { WorkEntryView, WorkView } from '#lib/catalog/works/model/views.ts';
import { WorkEntry, type WorkEntryProps } from './work-entry.tsx';

interface Props extends Pick<WorkEntryProps, 'abstracts' | 'variant' | 'also' | 'words'> {
  works: readonly WorkView[];
  /** Heading level of the years, or of the titles if there are no years. */
  level: 2 | 3;
  why?: (work: WorkView) => ReactNode;
  /** Returns the save button of a work, if the list belongs to one viewer. */
  save?: (work: WorkView) => ReactNode;
}

interface EntriesProps extends Omit<Props, 'works'>, Pick<WorkEntryProps, 'choose'> {
  entries: readonly WorkEntryView[];
}

const toEntries = (works: readonly WorkView[]): WorkEntryView[] => works.map((work) => ({ work, versions: [], moreVersions: 0 }));

interface Group {
  year: number | null;
  entries: WorkEntryView[];
}

/** Groups consecutive entries of the same year. */
function groupByYear(entries: readonly WorkEntryView[]): Group[] {
  const groups: Group[] = [];
  for (const entry of entries) {
    const last = groups.at(-1);
    if (last && last.year === entry.work.year) last.entries.push(entry);
    else groups.push({ year: entry.work.year, entries: [entry] });
  }
  return groups;
}

/** Works by year; the heading of a year sticks while its works scroll. */
export function EntriesByYear({ entries, level, abstracts, choose, why, also }: EntriesProps) {
  const Heading = `h${level}` as const;
  return groupByYear(entries).map((group) => (
    <section key={group.entries[0]?.work.id} className="year-group">
      <Heading>{group.year ?? 'Undated'}</Heading>
      <div>
        {group.entries.map((entry) => (
          <WorkEntry
            key={entry.work.id}
            entry={entry}
            level={level === 2 ? 3 : 4}
            abstracts={abstracts}
            choose={choose}
            why={why?.(entry.work)}
            also={also}
          />
        ))}
      </div>
    </section>
  ));
}

/** Entries in the order of the list. */
export function EntryList({ entries, level, abstracts, choose, why, save, variant, words }: EntriesProps) {
  return (
    <div className="divide-y divide-line border-line border-y">
      {entries.map((entry) => (
        <div key={entry.work.id} className="py-4">
          <WorkEntry
            entry={entry}
            level={level}
            abstracts={abstracts}
            choose={choose}
            why={why?.(entry.work)}
            save={save?.(entry.work)}
            variant={variant}
            words={words}
          />
        </div>
      ))}
    </div>
  );
}

/** Works by year, each as an entry of its own. */
export const WorksByYear = ({ works, ...rest }: Props) => <EntriesByYear entries={toEntries(works)} {...rest} />;

/** Works in order, each as an entry of its own. */
export const WorkList = ({ works, ...rest }: Props) => <EntryList entries={toEntries(works)} {...rest} />;
