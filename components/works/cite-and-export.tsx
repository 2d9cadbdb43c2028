import { Icon } from '#components/ui/icon.tsx';
import { ScrollRegion } from '#components/ui/scroll-region.tsx';
import { citationFormats } from '#lib/catalog/works/model/citations/formats.ts';
import { PermanentLink } from './permanent-link.tsx';

interface Props {
  /** The absolute permanent URL of the page. */
  permanent: string;
  /** The filters of the files, as in the page's URL. */
  query?: string;
  /** Path of the page that contains the works: a work, or an author's works. */
  path: string;
  /** The content of the files, shown above the links. */
  about: string;
  /** The BibTeX entry of one work, to copy. */
  bibtex?: string;
  /** URLs of the feeds, if any. */
  feeds?: { name: string; href: string }[];
}

/** Files with citations, and feeds of new works. Plain links, which work without script and can be shared. */
export function CiteAndExport({ path, about, permanent, query = '', bibtex, feeds = [] }: Props) {
  return (
    <div className="no-print text-sm">
      <p className="mb-2 text-soft text-xs">{about}</p>
      <ul className="entry-actions mb-3">
        {citationFormats.map(({ file, name }) => (
          <li key={file}>
            <a href={`${path}/${file}${query && `?${query}`}`} download className="entry-action">
              <Icon name="download" />
              {name}
            </a>
          </li>
        ))}
        {feeds.map(({ name, href }) => (
          <li key={href}>
            <a href={href} className="entry-action">
              <Icon name="bell" />
              {name}
            </a>
          </li>
        ))}
      </ul>
      {bibtex && <BibtexEntry bibtex={bibtex} />}
      <PermanentLink href={permanent} about="Permanent link" />
    </div>
  );
}

/** Longer entries scroll, so that what follows stays in sight. */
const maxLetters = 300;

function BibtexEntry({ bibtex }: { bibtex: string }) {
  const entry = <pre className="whitespace-pre-wrap rounded-md bg-raised p-3 font-mono text-xs [overflow-wrap:anywhere]">{bibtex}</pre>;
  return bibtex.length > maxLetters ? (
    <ScrollRegion label="BibTeX" className="mb-3 max-h-52">
      {entry}
    </ScrollRegion>
  ) : (
    <div className="mb-3">{entry}</div>
  );
}
