import { Icon } from '#components/ui/icon.tsx';
import { type ContextCard, contextPathSegments } from '#lib/catalog/contexts/model/context.ts';
import { formatContextFigures } from './context-labels.ts';

const tints = { topic: 'kind-topic', venue: 'kind-venue', institution: 'kind-institution' } as const;

/** Topics, venues or institutions in columns: monogram, name, then works, people and years. */
export function ContextRows({ contexts }: { contexts: readonly ContextCard[] }) {
  return (
    <ul className="gap-x-12 sm:columns-2 lg:columns-3">
      {contexts.map((context) => (
        <li
          key={context.slug}
          className={`${tints[context.kind]} column-entry grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 border-line border-b py-2`}
        >
          <span aria-hidden="true" className="grid size-8 place-items-center rounded-md bg-(--chip-wash) text-(--chip)">
            <Icon name={context.kind} />
          </span>
          <span className="min-w-0">
            <a href={`/${contextPathSegments[context.kind]}/${context.slug}`} className="bare-link font-medium font-serif text-md">
              {context.name}
            </a>
            <span className="block text-soft text-xs">{formatContextFigures(context)}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
