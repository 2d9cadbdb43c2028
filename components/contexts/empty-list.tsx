import { EmptyState } from '#components/ui/empty-state.tsx';
import { type ContextKind, contextPathSegments } from '#lib/catalog/contexts/model/context.ts';
import { contextKindLabels } from './context-labels.ts';

/** A list of topics, venues or institutions that is empty: from a letter on, or because no work here has one. */
export function EmptyContextList({ kind, from }: { kind: ContextKind; from: string | undefined }) {
  const { many, filledBy } = contextKindLabels[kind];
  if (from)
    return (
      <EmptyState title="No names match.">
        <p>
          Begin <a href={`/${contextPathSegments[kind]}`}>at the start of the list</a>.
        </p>
      </EmptyState>
    );
  return (
    <EmptyState title={`No ${many.toLowerCase()} yet`}>
      <p>{filledBy}</p>
      <p>
        See <a href="/about#sources">the sources of this instance</a>.
      </p>
    </EmptyState>
  );
}
