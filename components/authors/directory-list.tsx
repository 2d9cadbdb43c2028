import { PersonLine } from '#components/people/person-line.tsx';
import type { SharedYears } from '#components/ui/spark.tsx';
import { Tag } from '#components/ui/tag.tsx';
import type { DirectoryEntry } from '#lib/portal/pages/model/directory.ts';
import { WorksAndYears } from './works-and-years.tsx';

interface Props {
  entries: readonly DirectoryEntry[];
  shared: SharedYears | null;
}

/** People in columns under the letters of their family names, each with distinguishing facts, works and years. */
export function DirectoryList({ entries, shared }: Props) {
  return (
    <div className="gap-x-12 sm:columns-2 lg:columns-3">
      {[...Map.groupBy(entries, ({ heading }) => heading)].map(([letter, entriesOfLetter]) => (
        <section key={letter} aria-labelledby={`letter-${letter}`} className="mb-7">
          <h2 id={`letter-${letter}`} className="break-after-avoid border-line border-b font-serif text-soft text-xl">
            {letter}
          </h2>
          <DirectoryEntries entries={entriesOfLetter} shared={shared} />
        </section>
      ))}
    </div>
  );
}

/** Entries without letter headings. */
export function DirectoryEntries({ entries, shared }: Props) {
  return (
    <ul>
      {entries.map((entry) => (
        <Entry key={entry.card.slug} {...entry} shared={shared} />
      ))}
    </ul>
  );
}

const Entry = ({ card, listedName, about, hasNamesake, shared }: DirectoryEntry & Pick<Props, 'shared'>) => (
  <li className="column-entry py-1.5">
    <PersonLine person={card} listedName={listedName} size="sm" aside={<WorksAndYears author={card} shared={shared} />}>
      {hasNamesake && <Tag variant="warn">Namesake</Tag>} {about}
    </PersonLine>
  </li>
);
