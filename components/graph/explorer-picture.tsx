import { type SliceQuery, type SliceView, sliceQuery } from '#lib/catalog/graph/model/slice.ts';
import { explorerLayout } from './explorer-layout.ts';
import { NetworkDrawing } from './network-drawing.tsx';

interface Props {
  author: { slug: string; name: string };
  slice: SliceView;
  groups: ReadonlyMap<string, number>;
  asked: SliceQuery;
}

/** The graph around an author: a point leads to the graph around it, a line to what makes it. */
export function ExplorerPicture({ author, slice, groups, asked }: Props) {
  const centre = { ...author, steps: 0 as const, works: 0 };
  const again = sliceQuery(asked);
  return (
    <NetworkDrawing
      drawing={explorerLayout([centre, ...slice.people], slice.links, groups)}
      lines={slice.links}
      groups={groups}
      centre={author.slug}
      names={new Map([centre, ...slice.people].map(({ slug, name }) => [slug, name]))}
      pointHref={(slug) => (slug === author.slug ? `/authors/${slug}` : `/graph/${slug}${again}`)}
      className="max-lg:hidden"
    />
  );
}
