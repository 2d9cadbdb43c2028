import { type ContextCard, contextFolders } from '#lib/catalog/contexts/model/context.ts';
import { figuresOf } from './context-labels.ts';

/** Contexts one below the other: name, then works, people and years. */
export function ContextRows({ contexts }: { contexts: readonly ContextCard[] }) {
  return (
    <ul className="divide-y divide-line border-line border-y">
      {contexts.map((context) => (
        <li key={context.slug} className="items-baseline justify-between gap-x-6 py-2 sm:flex">
          <a href={`/${contextFolders[context.kind]}/${context.slug}`} className="bare-link font-medium font-serif text-md">
            {context.name}
          </a>
          <span className="block text-sm text-soft sm:whitespace-nowrap sm:text-right">{figuresOf(context)}</span>
        </li>
      ))}
    </ul>
  );
}
