import { citationFormats, maxPerFile } from '#lib/catalog/works/model/citations/formats.ts';

/** Links to files of a work search, latest arrival first. */
export const ResultFiles = ({ query }: { query: string }) => (
  <div className="mb-6 text-sm text-soft">
    <p>Works of this search, the newest {maxPerFile}, as a file:</p>
    <ul className="flex flex-wrap gap-x-3">
      {citationFormats.map(({ file, name }) => (
        <li key={file}>
          <a href={`/search/${file}?${query}`} download>
            {name}
          </a>
        </li>
      ))}
    </ul>
  </div>
);
