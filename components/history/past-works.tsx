import { Tag } from '#components/ui/tag.tsx';
import { MarkedLanguage } from '#components/works/marked-language.tsx';
import { RichText } from '#components/works/rich-text.tsx';
import { formatFactValue } from '#components/works/work-labels.ts';
import type { PastWork } from '#lib/catalog/history/model/as-of.ts';
import { untitledWork } from '#lib/catalog/sources/model.ts';
import { formatDate } from '#lib/catalog/works/model/dates.ts';

/** Works as of a day. */
export function PastWorks({ works }: { works: readonly PastWork[] }) {
  return (
    <ol className="max-w-text divide-y divide-line border-line border-y">
      {works.map((work) => (
        <li key={work.id} className="py-3">
          <p className="break-words font-serif">
            {work.hasPage ? (
              <a href={`/works/${work.id}`}>
                <Title work={work} />
              </a>
            ) : (
              <Title work={work} />
            )}{' '}
            {work.retracted && <Tag variant="warn">Retracted</Tag>}
          </p>
          <p className="break-words text-sm text-soft">{detailsOf(work)}</p>
        </li>
      ))}
    </ol>
  );
}

const Title = ({ work: { title, language } }: { work: PastWork }) =>
  title ? (
    <MarkedLanguage language={language} text={title}>
      <RichText tree={title} />
    </MarkedLanguage>
  ) : (
    untitledWork
  );

const detailsOf = ({ type, date, year, venue }: PastWork): string =>
  [formatFactValue('type', type), venue, date ? formatDate(date) : year].filter(Boolean).join(' · ');
