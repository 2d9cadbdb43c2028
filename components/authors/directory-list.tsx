import { PersonLine } from '#components/people/person-line.tsx';
import type { SharedYears } from '#components/ui/spark.tsx';
import { Tag } from '#components/ui/tag.tsx';
import type { ListFollows } from '#lib/community/follows/model.ts';
import type { DirectoryEntry } from '#lib/portal/pages/model/directory.ts';
import { WorksAndYears } from './works-and-years.tsx';

interface Props {
  entries: readonly DirectoryEntry[];
  shared: SharedYears | null;
  follows: ListFollows;
}

/** People in columns under the letters of their family names, each with distinguishing facts, works and years. */
export function DirectoryList({ entries, ...list }: Props) {
  return (
    <div className="gap-x-12 sm:columns-2 lg:columns-3">
      {[...Map.groupBy(entries, ({ heading }) => heading)].map(([letter, entriesOfLetter]) => (
        <section key={letter} aria-labelledby={`letter-${letter}`} className="mb-7">
          <h2 id={`letter-${letter}`} className="break-after-avoid border-line border-b font-serif text-soft text-xl">
            {letter}
          </h2>
          <DirectoryEntries entries={entriesOfLetter} {...list} />
        </section>
      ))}
    </div>
  );
}

/** Entries without letter headings. */
export function DirectoryEntries({ entries, ...list }: Props) {
  return (
    <ul>
      {entries.map((entry) => (
        <Entry key={entry.card.slug} {...entry} {...list} />
      ))}
    </ul>
  );
}

const Entry = ({ card, listedName, about, hasNamesake, shared, follows }: DirectoryEntry & Omit<Props, 'entries'>) => (
  <li className="column-entry py-1.5">
    <PersonLine person={card} listedName={listedName} size="sm" aside={<WorksAndYears author={card} shared={shared} />} follows={follows}>
      {hasNamesake && <Tag variant="warn">Namesake</Tag>} {about}
    </PersonLine>
  </li>
);
