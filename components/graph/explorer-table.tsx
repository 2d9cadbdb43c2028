import { FollowInList } from '#components/follows/follow-in-list.tsx';
import { DataTable } from '#components/ui/data-table.tsx';
import { formatCount } from '#components/ui/sentence.ts';
import { formatSliceQuery, type SlicePerson, type SliceQuery, type SliceView } from '#lib/catalog/graph/model/slice.ts';
import type { ListFollows } from '#lib/community/follows/model.ts';
import { GroupDot, membersByGroup } from './group-legend.tsx';

interface Props {
  author: { slug: string; name: string };
  slice: SliceView;
  groups: ReadonlyMap<string, number>;
  requested: SliceQuery;
  follows: ListFollows;
}

const maxNamed = 3;

/** All people in the graph with their links to its centre, as a table equivalent to the drawing. */
export function ExplorerTable({ author, slice, groups, requested, follows }: Props) {
  const names = new Map([[author.slug, author.name], ...slice.people.map(({ slug, name }) => [slug, name] as const)]);
  const members = membersByGroup(slice.people, groups);
  const groupName = (slug: string) => members.get(groups.get(slug) ?? -1)?.[0]?.name;
  return (
    <DataTable
      caption={formatCount(slice.people.length, 'person in this graph', 'people in this graph')}
      columns={{ name: 'Name', tie: 'Joint works', around: 'Graph', follow: 'Follow' }}
      numeric={['tie', 'around', 'follow']}
      rows={slice.people.map((person) => ({
        key: person.slug,
        cells: {
          name: (
            <span className="flex items-center gap-2.5">
              <GroupDot group={groups.get(person.slug)} />
              <a href={`/authors/${person.slug}`} className="bare-link wrap-anywhere min-w-0 font-serif text-md">
                {person.name}
              </a>
              {groupName(person.slug) && <span className="sr-only">Group: around {groupName(person.slug)}</span>}
            </span>
          ),
          tie: <JointWorks author={author} person={person} names={names} />,
          around: (
            <a href={`/graph/${person.slug}${formatSliceQuery(requested)}`} aria-label={`open: the graph around ${person.name}`}>
              open
            </a>
          ),
          follow: <FollowInList person={person} follows={follows} />,
        },
      }))}
    />
  );
}

function JointWorks({ author, person, names }: { author: { slug: string }; person: SlicePerson; names: ReadonlyMap<string, string> }) {
  if (person.steps === 1)
    return (
      <a href={`/graph/${author.slug}/${person.slug}`} aria-label={`${formatCount(person.works, 'joint work')} with ${person.name}`}>
        {person.works}
      </a>
    );
  const hiddenCount = person.through.length - maxNamed;
  return (
    <>
      through{' '}
      {person.through.slice(0, maxNamed).map((slug, index) => (
        <span key={slug}>
          {index > 0 && ', '}
          <a href={`/graph/${slug}/${person.slug}`}>{names.get(slug) ?? slug}</a>
        </span>
      ))}
      {hiddenCount > 0 && ` and ${hiddenCount} more`}
    </>
  );
}
