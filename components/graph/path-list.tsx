import { formatCount } from '#components/ui/sentence.ts';
import { type GraphPaths, maxPathSteps } from '#lib/catalog/graph/model/connections.ts';
import { linkKindFacts } from '#lib/catalog/graph/model/kinds.ts';
import { inWords } from '#lib/platform/limits.ts';

interface Props {
  paths: GraphPaths;
  /** Names of both ends. */
  ends: readonly [string, string];
}

/** The shortest paths between two nodes, with the evidence of each link. */
export function PathList({ paths: { paths, searchedAll }, ends: [from, to] }: Props) {
  if (paths.length === 0)
    return (
      <p className="text-sm">
        {searchedAll
          ? `No path of ${inWords(maxPathSteps)} links or fewer connects ${from} and ${to}.`
          : 'Not shown, because one of the two hides co-authors.'}
      </p>
    );
  return (
    <ol className="space-y-4 text-sm">
      {paths.map(({ nodes, links }) => (
        <li key={nodes.map(({ id }) => id).join(' ')}>
          <p className="text-soft text-xs">{formatCount(links.length, 'link')}</p>
          <ol>
            {nodes.map((node, index) => {
              const link = links[index - 1];
              return (
                <li key={node.id}>
                  {link && (
                    <span className="block border-line border-l pl-3 text-xs">
                      <a href={link.href} className="inline-block min-h-6">
                        {linkKindFacts[link.kind].sentence(link)}
                      </a>
                      {link.through.map((work) => (
                        <span key={work.id} className="block text-soft">
                          <a href={work.href} className="inline-block min-h-6">
                            {work.label}
                          </a>
                          {work.year ? `, ${work.year}` : ''}
                        </span>
                      ))}
                    </span>
                  )}
                  <a href={node.href} className="inline-block min-h-6">
                    {node.label}
                  </a>
                </li>
              );
            })}
          </ol>
        </li>
      ))}
    </ol>
  );
}
