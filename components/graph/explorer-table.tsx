import { DataTable } from '#components/ui/data-table.tsx';
import { counted } from '#components/ui/sentence.ts';
import { type SlicePerson, type SliceQuery, type SliceView, sliceQuery } from '#lib/catalog/graph/model/slice.ts';

interface Props {
  author: { slug: string; name: string };
  slice: SliceView;
  asked: SliceQuery;
}

const maxNamed = 3;

/** Everybody in the picture, and each line of it: the same in words. */
export function ExplorerTable({ author, slice, asked }: Props) {
  const lines = new Map<string, number>();
  for (const slug of slice.links.flatMap(({ from, to }) => [from, to])) lines.set(slug, (lines.get(slug) ?? 0) + 1);
  const names = new Map([[author.slug, author.name], ...slice.people.map(({ slug, name }) => [slug, name] as const)]);
  return (
    <DataTable
      caption="People in the picture"
      columns={[
        { key: 'name', label: 'Name' },
        { key: 'tie', label: `Tied to ${author.name} by` },
        { key: 'lines', label: 'Lines', numeric: true },
        { key: 'around', label: 'Graph', numeric: true },
      ]}
      rows={slice.people.map((person) => ({
        key: person.slug,
        cells: {
          name: <a href={`/authors/${person.slug}`}>{person.name}</a>,
          tie: <Tie author={author} person={person} names={names} />,
          lines: lines.get(person.slug) ?? 0,
          around: (
            <a href={`/graph/${person.slug}${sliceQuery(asked)}`} aria-label={`open: the graph around ${person.name}`}>
              open
            </a>
          ),
        },
      }))}
    />
  );
}

function Tie({ author, person, names }: { author: { slug: string }; person: SlicePerson; names: ReadonlyMap<string, string> }) {
  if (person.steps === 1) return <a href={`/graph/${author.slug}/${person.slug}`}>{counted(person.works, 'shared work')}</a>;
  const more = person.through.length - maxNamed;
  return (
    <>
      through{' '}
      {person.through.slice(0, maxNamed).map((slug, at) => (
        <span key={slug}>
          {at > 0 && ', '}
          <a href={`/graph/${slug}/${person.slug}`}>{names.get(slug) ?? slug}</a>
        </span>
      ))}
      {more > 0 && ` and ${more} more`}
    </>
  );
}
