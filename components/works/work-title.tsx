import { Tag } from '#components/ui/tag.tsx';
import type { WorkView } from '#lib/catalog/works/model/views.ts';
import { RichText } from './rich-text.tsx';

interface Props {
  work: Pick<WorkView, 'title' | 'retracted'>;
  linked?: boolean;
  /** Words of a search, to be marked. */
  words?: readonly string[];
}

/** The title, or words that say that there is none; a retracted work's is struck out, and a word says so. */
export function WorkTitle({ work, linked, words }: Props) {
  const title =
    work.title === null ? (
      <span className="font-serif-italic text-soft italic">A work without a title</span>
    ) : (
      <RichText tree={work.title} linked={linked} words={words} />
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
