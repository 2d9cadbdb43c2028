import { Button } from '#components/ui/button.tsx';
import { formatCount } from '#components/ui/sentence.ts';
import { type GraphPaths, maxPathSteps } from '#lib/catalog/graph/model/connections.ts';
import { type GraphNode, linkKindFacts, type NodeId } from '#lib/catalog/graph/model/kinds.ts';
import { inWords } from '#lib/platform/limits.ts';
import { KindMark } from '../kind-mark.tsx';
import type { Action, ExplorerState } from './explorer-state.ts';
import type { NamedNode } from './graph-requests.ts';
import { NodeFinder } from './node-finder.tsx';

interface Props {
  /** What was typed before the explorer started. */
  text: string;
  state: ExplorerState;
  nodes: readonly GraphNode[];
  nameOf: (id: NodeId) => string;
  found: GraphPaths | null;
  isLoading: boolean;
  /** A node was found, which may not be in the picture yet. */
  onFound: (node: NamedNode) => void;
  onAct: (action: Action) => void;
}

/** The shortest paths between two nodes, step by step with the evidence of each link. */
export function PathPanel({ text, state, nodes, nameOf, found, isLoading, onFound, onAct }: Props) {
  const { path, query } = state;
  const from = path?.from ?? state.selected ?? query.from;
  const choices = found?.paths ?? [];
  const chosen = path ? (choices[path.choice] ?? choices[0]) : undefined;
  return (
    <div className="grid gap-3">
      <NodeFinder
        text={text}
        label={`Path from ${nameOf(from)} to`}
        placeholder="a person, topic, work …"
        verb="Path to"
        nodes={nodes}
        onFind={(node) => {
          onFound(node);
          onAct({ do: 'find path', from, to: node.id });
        }}
      />
      {path && !found && !isLoading && <p className="text-sm">The path could not be found, because an end no longer exists.</p>}
      {path && found && !chosen && (
        <p className="text-sm">
          {found.searchedAll
            ? `No path of ${inWords(maxPathSteps)} links or fewer connects ${nameOf(path.from)} and ${nameOf(path.to)}.`
            : `${nameOf(path.from)} or ${nameOf(path.to)} hides their co-authors, so no path is shown.`}
        </p>
      )}
      {path && chosen && (
        <>
          {choices.length > 1 && (
            <div className="flex flex-wrap gap-2">
              {choices.map((choice, index) => (
                <Button
                  key={choice.nodes.map(({ id }) => id).join(' ')}
                  type="button"
                  variant={choice === chosen ? 'on' : 'plain'}
                  className="min-h-9! px-3!"
                  aria-pressed={choice === chosen}
                  onClick={() => onAct({ do: 'choose path', choice: index })}
                >
                  Path {index + 1}: {formatCount(choice.links.length, 'link')}
                </Button>
              ))}
            </div>
          )}
          <ol aria-label={`Path from ${nameOf(path.from)} to ${nameOf(path.to)}`} className="text-sm">
            {chosen.nodes.map((node, index) => {
              const link = chosen.links[index - 1];
              return (
                <li key={node.id} className="py-0.5">
                  {link && (
                    <div className="ml-1.5 border-line border-l-2 py-1 pl-4 text-xs">
                      <a href={link.href} className="inline-block leading-6">
                        {linkKindFacts[link.kind].sentence(link)}
                      </a>
                      <ul>
                        {link.through.map((work) => (
                          <li key={work.id}>
                            <a href={work.href} className="bare-link wrap-anywhere inline-block py-0.5 text-soft">
                              {work.label}
                            </a>
                          </li>
                        ))}
                      </ul>
                    </div>
                  )}
                  <span className="flex items-baseline gap-2">
                    <KindMark kind={node.kind} />
                    <a href={node.href} className="bare-link wrap-anywhere">
                      {node.label}
                    </a>
                  </span>
                </li>
              );
            })}
          </ol>
        </>
      )}
      {path && (
        <Button type="button" className="justify-self-start min-h-9!" onClick={() => onAct({ do: 'leave path' })}>
          Leave the path
        </Button>
      )}
    </div>
  );
}
