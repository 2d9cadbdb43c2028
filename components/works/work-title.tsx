import type { WorkView } from '#lib/works/model/views.ts';
import { RichText } from './rich-text.tsx';

/** The title, or words that say that there is none. */
export function WorkTitle({ work, linked }: { work: Pick<WorkView, 'title'>; linked?: boolean }) {
  return work.title === null ? (
    <span className="font-serif-italic text-soft italic">Title not supplied by this source</span>
  ) : (
    <RichText of={work.title} linked={linked} />
  );
}
