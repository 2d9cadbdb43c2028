import { formatGraphQuery, type GraphQuery } from '#lib/catalog/graph/model/query.ts';
import { graphEmbed, graphFiles, graphPictures } from '#lib/portal/pages/model/graph-files.ts';

const pictureLabels = { 'slice.svg': 'SVG', 'slice.png': 'PNG' } as const;

/** The files of a slice, and how to show it on another page. */
export function GraphFiles({ query, label, base }: { query: GraphQuery; label: string; base: string }) {
  const address = formatGraphQuery(query);
  return (
    <>
      <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
        {graphPictures.map((file) => (
          <li key={file}>
            <a href={`/graph/${file}${address}`}>{pictureLabels[file]}</a>
          </li>
        ))}
        {Object.entries(graphFiles).map(([file, { label: format }]) => (
          <li key={file}>
            <a href={`/graph/${file}${address}`} download>
              {format}
            </a>
          </li>
        ))}
      </ul>
      <label htmlFor="embed" className="mt-3 block text-soft text-xs">
        Show it on your page
      </label>
      <textarea id="embed" readOnly rows={3} defaultValue={graphEmbed(query, label, base)} className="small-field font-mono text-xs" />
    </>
  );
}
