import { ActionChoice } from '#components/site/action-form.tsx';
import { formatCount } from '#components/ui/sentence.ts';
import type { SimilarName } from '#lib/catalog/authors/model/author.ts';

/** People with a profile here who may be the person creating one. */
export function Namesakes({ people }: { people: readonly SimilarName[] }) {
  return (
    <ul className="max-w-text divide-y divide-line border-line border-y text-sm">
      {people.map(({ slug, name, works, reason }) => (
        <li key={slug} className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 py-2.5">
          <span>
            <a href={`/authors/${slug}`} className="font-semibold">
              {name}
            </a>
            , {formatCount(works, 'work')} <span className="text-soft">({reason})</span>
          </span>
          <a href={`/claim/${slug}`}>
            Claim this profile<span className="sr-only">: {name}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

/** The button of a person who is none of the namesakes. */
export function NoNamesakeButton() {
  return (
    <ActionChoice
      legend="People with this name"
      name="namesakes"
      several
      options={[{ value: 'none', label: 'I am none of the people above' }]}
    />
  );
}
