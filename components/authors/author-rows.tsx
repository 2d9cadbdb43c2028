import { counted, yearSpan } from '#components/ui/sentence.ts';
import { Tag } from '#components/ui/tag.tsx';
import type { AuthorCard } from '#lib/catalog/authors/model/author.ts';

/** Authors one below the other: name, place, works and years under each other. */
export function AuthorRows({ authors }: { authors: readonly AuthorCard[] }) {
  return (
    <ul className="divide-y divide-line border-line border-y">
      {authors.map((author) => (
        <li key={author.slug} className="items-baseline gap-x-4 py-2 sm:flex">
          <span className="block min-w-0 grow">
            <a href={`/authors/${author.slug}`} className="bare-link font-medium font-serif text-md">
              {author.name}
            </a>
            {author.affiliation && <span className="ml-3 text-sm text-soft">{author.affiliation}</span>}
          </span>
          <span className="flex items-baseline gap-x-4 text-sm text-soft">
            {author.invented && <Tag>Sample</Tag>}
            {author.kind === 'organisation' && <Tag>Organisation</Tag>}
            {author.claimState === 'claimed' && <Tag look="accent">Claimed</Tag>}
            <span className="whitespace-nowrap sm:text-right">{counted(author.worksCount, 'work')}</span>
            <span className="whitespace-nowrap sm:w-20 sm:text-right">{yearSpan(author)}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
