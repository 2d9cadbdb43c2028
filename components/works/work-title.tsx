import { Tag } from '#components/ui/tag.tsx';
import { untitledWork } from '#lib/catalog/sources/model.ts';
import type { WorkView } from '#lib/catalog/works/model/views.ts';
import { MarkedLanguage } from './marked-language.tsx';
import { RichText } from './rich-text.tsx';

interface Props {
  work: Pick<WorkView, 'title' | 'language' | 'retracted'>;
  linked?: boolean;
  /** Search terms to highlight. */
  words?: readonly string[];
}

/** The title of a work, or a note that it has none. The title of a retracted work is struck out and labelled. */
export function WorkTitle({ work, linked, words }: Props) {
  const title =
    work.title === null ? (
      <span className="font-serif-italic text-soft italic">{untitledWork}</span>
    ) : (
      <MarkedLanguage language={work.language} text={work.title}>
        <RichText tree={work.title} linked={linked} words={words} />
      </MarkedLanguage>
    );
  if (!work.retracted) return title;
  return (
    <>
      <span className="mr-2 inline-block align-middle font-sans">
        <Tag variant="warn">Retracted</Tag>
      </span>
      <s>{title}</s>
    </>
  );
}
