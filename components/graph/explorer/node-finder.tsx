import { useEffect, useId, useState } from 'react';
import { nodeKindFacts } from '#lib/catalog/graph/model/kinds.ts';
import { KindMark } from '../kind-mark.tsx';
import { type NamedNode, searchNodes } from './graph-requests.ts';

interface Props {
  label: string;
  /** What is sought at first. */
  text?: string;
  placeholder: string;
  /** The nodes in the picture: they are found first, and without a request. */
  nodes: readonly NamedNode[];
  /** Says what choosing a node does: "Path to". */
  verb: string;
  /** Only in the picture. */
  isWithin?: boolean;
  onFind: (node: NamedNode) => void;
}

const maxFound = 8;
const minLength = 2;
const delayMs = 250;

const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Returns the nodes whose label has all words of a text, those that begin with it first. */
export function findNodes<Node extends Pick<NamedNode, 'label' | 'kind'>>(nodes: readonly Node[], text: string): Node[] {
  const sought = plain(text).trim();
  const words = sought.split(/\s+/).filter((word) => word !== '');
  if (words.length === 0) return [];
  const matches = nodes.filter(({ label }) => words.every((word) => plain(label).includes(word)));
  const begins = ({ label }: Node) => (plain(label).startsWith(sought) ? 0 : 1);
  return matches.toSorted((a, b) => begins(a) - begins(b));
}

/** Finds a node by its name: in the picture, or anywhere on this site. */
export function NodeFinder({ label, text: initialText = '', placeholder, nodes, verb, isWithin = false, onFind }: Props) {
  const id = useId();
  const [text, setText] = useState(initialText);
  const [elsewhere, setElsewhere] = useState<{ text: string; nodes: NamedNode[] }>({ text: '', nodes: [] });
  const inPicture = findNodes(nodes, text).slice(0, maxFound);
  const known = new Set(inPicture.map((node) => node.id));
  const others = elsewhere.text === text ? elsewhere.nodes.filter((node) => !known.has(node.id)) : [];
  const found = [...inPicture, ...others].slice(0, maxFound);
  const isLongEnough = text.trim().length >= minLength;

  useEffect(() => {
    if (isWithin || !isLongEnough) return;
    const timer = setTimeout(() => {
      searchNodes(text.trim()).then(
        (results) => setElsewhere({ text, nodes: results }),
        () => setElsewhere({ text, nodes: [] }),
      );
    }, delayMs);
    return () => clearTimeout(timer);
  }, [text, isWithin, isLongEnough]);

  const choose = (node: NamedNode) => {
    setText('');
    onFind(node);
  };
  return (
    <search>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const [first] = found;
          if (first) choose(first);
        }}
      >
        <label htmlFor={id} className="text-soft text-xs">
          {label}
        </label>
        <input
          id={id}
          type="search"
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
          placeholder={placeholder}
          autoComplete="off"
          maxLength={200}
          className="small-field"
        />
        {isLongEnough && (
          <>
            <p role="status" className={found.length > 0 ? 'sr-only' : 'mt-1 text-soft text-xs'}>
              {found.length > 0 ? `${found.length} found` : isWithin || elsewhere.text === text ? 'Nothing found' : 'Searching …'}
            </p>
            <ul className="mt-1 max-h-64 overflow-y-auto">
              {found.map((node) => (
                <li key={node.id}>
                  <button
                    type="button"
                    className="flex w-full items-baseline gap-2 rounded-md px-2 py-1 text-left text-sm hover:bg-plain-wash"
                    onClick={() => choose(node)}
                  >
                    <KindMark kind={node.kind} />
                    <span className="sr-only">{verb} </span>
                    <span className="wrap-anywhere min-w-0">{node.label}</span>
                    <span className="ml-auto whitespace-nowrap text-2xs text-soft">{node.detail ?? nodeKindFacts[node.kind].one}</span>
                  </button>
                </li>
              ))}
            </ul>
          </>
        )}
      </form>
    </search>
  );
}
