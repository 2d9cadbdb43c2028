import { Section } from '#components/ui/section.tsx';
import { formatCount } from '#components/ui/sentence.ts';
import { type ContextKind, type ContextView, contextPathSegments } from '#lib/catalog/contexts/model/context.ts';
import { contextKindLabels } from './context-labels.ts';

const kinds: readonly ContextKind[] = ['topic', 'venue', 'institution'];

/** Other contexts of the newest works of a context. */
export function RelatedContexts({ context }: { context: Pick<ContextView, 'related' | 'relatedAmong' | 'worksCount'> }) {
  const { related, relatedAmong, worksCount } = context;
  if (related.length === 0) return null;
  return (
    <Section id="related" title="Related topics">
      <dl className="space-y-3 text-sm">
        {kinds.map((kind) => {
          const relatedOfKind = related.filter((each) => each.kind === kind);
          if (relatedOfKind.length === 0) return null;
          return (
            <div key={kind}>
              <dt className="text-soft">{contextKindLabels[kind].many}</dt>
              {relatedOfKind.map((each) => (
                <dd key={each.slug}>
                  <a href={`/${contextPathSegments[kind]}/${each.slug}`} className="quiet-link">
                    {each.name}
                  </a>
                </dd>
              ))}
            </div>
          );
        })}
      </dl>
      <p className="mt-3 text-soft text-xs">
        {worksCount > relatedAmong ? `Based on the newest ${formatCount(relatedAmong, 'work')}.` : 'Based on all its works.'}
      </p>
    </Section>
  );
}
