import { HeadingRow } from '#components/ui/heading-row.tsx';
import { MarkedLanguage } from '#components/works/marked-language.tsx';
import type { EditedVolume } from '#lib/catalog/works/model/views.ts';

/** The books and volumes that a person edited. They are no works of theirs, and no figure counts them. */
export function EditedVolumes({ volumes }: { volumes: readonly EditedVolume[] }) {
  if (volumes.length === 0) return null;
  return (
    <section aria-labelledby="edited" className="mt-9">
      <HeadingRow id="edited">Edited volumes</HeadingRow>
      <ul className="space-y-1">
        {volumes.map(({ id, title, year, language }) => (
          <li key={id}>
            <a href={`/works/${id}`}>
              <MarkedLanguage language={language} text={[title]}>
                {title}
              </MarkedLanguage>
            </a>
            {year !== null && <span className="text-soft"> {year}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
