import { formatCount } from '#components/ui/sentence.ts';
import { maxHops, type PathStep } from '#lib/catalog/graph/model/path.ts';

interface Props {
  path: readonly PathStep[] | null;
  /** False if the search ended at its limit. */
  searchedAll: boolean;
  /** True if one of the two authors hides co-authors, so that no search runs. */
  isHidden: boolean;
  /** True if the path begins at the viewer's own record. */
  fromReader?: boolean;
}

/** The path between two authors, with links to the joint works of each step; or a note that none was found, and how far the search went. */
export function PathSteps({ path, searchedAll, isHidden, fromReader }: Props) {
  if (isHidden) return <p>Not shown, because one of the two hides co-authors.</p>;
  if (path === null)
    return <p>{searchedAll ? `None within ${maxHops} steps.` : `None was found within ${maxHops} steps, as far as the search goes.`}</p>;
  return (
    <>
      <ol className="flex flex-wrap gap-x-1">
        {path.map(({ person, works }, index) => (
          <li key={person.slug}>
            {index > 0 && (
              <>
                <span aria-hidden="true">– </span>
                <a href={`/graph/${path[index - 1]?.person.slug}/${person.slug}`} className="text-soft">
                  {formatCount(works ?? 0, 'work')}
                </a>
                <span aria-hidden="true"> –</span>{' '}
              </>
            )}
            <a href={`/authors/${person.slug}`}>{index === 0 && fromReader ? `${person.name} (you)` : person.name}</a>
          </li>
        ))}
      </ol>
      {!searchedAll && path.length > 3 && (
        <p className="text-soft">There may be a shorter path: the search is limited to a number of co-authors.</p>
      )}
    </>
  );
}
