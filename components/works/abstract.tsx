import type { WorkView } from '#lib/catalog/works/model/views.ts';
import { RichText } from './rich-text.tsx';

/** An abstract with its source. Our own one-sentence summaries are told apart from what authors wrote. */
export function Abstract({ abstract }: { abstract: NonNullable<WorkView['abstract']> }) {
  const isOurs = abstract.source.id === 'peergraph';
  return (
    <p className="abstract">
      <RichText of={abstract.text} /> <small>{isOurs ? 'Summary by Peergraph' : `Abstract from ${abstract.source.name}`}</small>
    </p>
  );
}
