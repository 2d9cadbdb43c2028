import { sourceNameInSentence } from '#lib/catalog/sources/model.ts';
import type { WorkView } from '#lib/catalog/works/model/views.ts';
import { MarkedLanguage } from './marked-language.tsx';
import { RichText } from './rich-text.tsx';

/** An abstract with its source. Our own one-sentence summaries are labelled as such. */
export function Abstract({ abstract, language }: { abstract: NonNullable<WorkView['abstract']>; language: string | null }) {
  const { id } = abstract.source;
  const origin =
    id === 'peergraph'
      ? 'Summary by Peergraph'
      : id === 'correction'
        ? 'Abstract as corrected'
        : `Abstract from ${sourceNameInSentence(abstract.source)}`;
  return (
    <p className="abstract">
      <MarkedLanguage language={id === 'peergraph' ? null : language} text={abstract.text}>
        <RichText tree={abstract.text} />
      </MarkedLanguage>{' '}
      <small>{origin}</small>
    </p>
  );
}
