import { formatCount, formatYearSpan } from '#components/ui/sentence.ts';
import type { PathStep } from '#lib/catalog/graph/model/path.ts';
import { formatSliceQuery, type SliceQuery, type SliceView } from '#lib/catalog/graph/model/slice.ts';
import { explorerLayout } from './explorer-layout.ts';
import { NetworkDrawing } from './network-drawing.tsx';

interface Props {
  author: { slug: string; name: string };
  slice: SliceView;
  groups: ReadonlyMap<string, number>;
  requested: SliceQuery;
  /** A path from the author, also shown in the graph. */
  path?: readonly PathStep[] | undefined;
}

/** The graph around an author: a point links to the graph around that person, a line to the joint works. */
export function ExplorerPicture({ author, slice, groups, requested, path = [] }: Props) {
  const centre = { ...author, steps: 0 as const, works: 0 };
  const query = formatSliceQuery(requested);
  const { people, links } = withPath(slice, path);
  return (
    <NetworkDrawing
      drawing={explorerLayout([centre, ...people], links, groups)}
      lines={links}
      groups={groups}
      centre={author.slug}
      names={new Map([centre, ...people].map(({ slug, name }) => [slug, name]))}
      pointHref={(slug) => (slug === author.slug ? `/authors/${slug}` : `/graph/${slug}${query}`)}
      factsOf={(slug) => factsOf(author.slug, slice, slug)}
      path={path.map(({ person }) => person.slug)}
      className="max-lg:hidden"
    />
  );
}

/** Adds the people on a path, and the links between them, to a slice. */
function withPath({ people, links }: SliceView, path: readonly PathStep[]): Pick<SliceView, 'people' | 'links'> {
  const slugs = new Set(people.map(({ slug }) => slug));
  const addedPeople = path
    .slice(1)
    .flatMap(({ person: { slug, name } }) => (slugs.has(slug) ? [] : { slug, name, steps: 2 as const, works: 0, through: [] }));
  const isLink = (one: string, other: string) =>
    links.some(({ from, to }) => (from === one && to === other) || (from === other && to === one));
  const addedLinks = path.slice(1).flatMap(({ person, works }, index) => {
    const from = path[index]?.person.slug ?? '';
    return isLink(from, person.slug) ? [] : { from, to: person.slug, works: works ?? 1, firstYear: null, lastYear: null };
  });
  return { people: [...people, ...addedPeople], links: [...links, ...addedLinks] };
}

/** Returns the facts about a person: "9 joint works, 2020–2026", or the number of links of a more distant person. */
function factsOf(centre: string, { people, links }: SliceView, slug: string): string | null {
  if (slug === centre) return formatCount(people.filter(({ steps }) => steps === 1).length, 'co-author');
  const centreLink = links.find(({ from, to }) => (from === centre && to === slug) || (from === slug && to === centre));
  if (centreLink) return [formatCount(centreLink.works, 'joint work'), formatYearSpan(centreLink)].filter((part) => part).join(', ');
  return formatCount(links.filter(({ from, to }) => from === slug || to === slug).length, 'link');
}
