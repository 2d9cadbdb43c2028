import { counted } from '#components/ui/sentence.ts';
import { maxHops, type PathStep } from '#lib/catalog/graph/model/path.ts';

interface Props {
  path: readonly PathStep[] | null;
  /** False where the search ended at its bound. */
  searchedAll: boolean;
  /** One of the two hides co-authors, so that nothing is searched. */
  isHidden: boolean;
  /** Where the path begins at the reader's own record. */
  fromReader?: boolean;
}

/** Find the path from one author to another, each step leading to the works that the two share; or that none was found, and how far was looked. */
export function PathSteps({ path, searchedAll, isHidden, fromReader }: Props) {
  if (isHidden) return <p>Not shown, because one of the two hides co-authors.</p>;
  if (path === null)
    return <p>{searchedAll ? `None within ${maxHops} steps.` : `None was found within ${maxHops} steps, as far as the search goes.`}</p>;
  return (
    <>
      <ol className="flex flex-wrap gap-x-1">
        {path.map(({ person, works }, at) => (
          <li key={person.slug}>
            {at > 0 && (
              <>
                <span aria-hidden="true">– </span>
                <a href={`/graph/${path[at - 1]?.person.slug}/${person.slug}`} className="text-soft">
                  {counted(works ?? 0, 'work')}
                </a>
                <span aria-hidden="true"> –</span>{' '}
              </>
            )}
            <a href={`/authors/${person.slug}`}>{at === 0 && fromReader ? `${person.name} (you)` : person.name}</a>
          </li>
        ))}
      </ol>
      {!searchedAll && path.length > 3 && (
        <p className="text-soft">There may be a shorter path: the search is limited to a number of co-authors.</p>
      )}
    </>
  );
}
