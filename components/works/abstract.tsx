import type { WorkView } from '#lib/catalog/works/model/views.ts';
import { plainText } from '#lib/platform/text/rich-text.ts';
import { RichText } from './rich-text.tsx';

const short = 280;

/** Whether a list folds an abstract: a long one that is not ours. */
export const folds = (abstract: Props['abstract']): boolean =>
  abstract.source.id !== 'peergraph' && plainText(abstract.text).length > short;

interface Props {
  abstract: NonNullable<WorkView['abstract']>;
  /** 'open' begins unfolded, 'whole' has nothing to fold: the page of the work itself. */
  as?: 'folded' | 'open' | 'whole';
}

/** An abstract with its source. Our own one-sentence summaries are told apart from what authors wrote. */
export function Abstract({ abstract, as = 'folded' }: Props) {
  const ours = abstract.source.id === 'peergraph';
  const text = (
    <>
      <RichText of={abstract.text} /> <small>{ours ? 'Summary by Peergraph' : `Abstract from ${abstract.source.name}`}</small>
    </>
  );
  if (as === 'whole' || !folds(abstract)) return <p className="abstract">{text}</p>;
  return (
    <details open={as === 'open'} className="mt-1.5">
      <summary className="chevron inline-block text-soft text-xs hover:text-accent">Abstract</summary>
      <p className="abstract">{text}</p>
    </details>
  );
}
