import { sourceNameInSentence } from '#lib/catalog/sources/model.ts';
import type { WorkView } from '#lib/catalog/works/model/views.ts';
import { RichText } from './rich-text.tsx';

/** An abstract with its source. Our own one-sentence summaries are labelled as such. */
export function Abstract({ abstract }: { abstract: NonNullable<WorkView['abstract']> }) {
  const { id } = abstract.source;
  const origin =
    id === 'peergraph'
      ? 'Summary by Peergraph'
      : id === 'correction'
        ? 'Abstract as corrected'
        : `Abstract from ${sourceNameInSentence(abstract.source)}`;
  return (
    <p className="abstract">
      <RichText tree={abstract.text} /> <small>{origin}</small>
    </p>
  );
}
