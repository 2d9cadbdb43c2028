import { Icon } from '#components/ui/icon.tsx';
import { ScrollRegion } from '#components/ui/scroll-region.tsx';
import { citationFormats } from '#lib/catalog/works/model/citations/formats.ts';
import { PermanentLink } from './permanent-link.tsx';

interface Props {
  /** The address that leads to the page for ever, in full. */
  permanent: string;
  /** The filters that the files keep to, as in the page's address. */
  query?: string;
  /** Path of the page whose works these are: a work, or an author's works. */
  path: string;
  /** What the files hold, for the line above the links. */
  about: string;
  /** One work's entry, to copy. */
  bibtex?: string;
  /** Addresses of the feeds, where there are any. */
  feeds?: { name: string; href: string }[];
}

/** Files to cite works from, and feeds that tell of new ones. Plain links: they work without script and can be passed on. */
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
      {bibtex && <Entry bibtex={bibtex} />}
      <PermanentLink href={permanent} about="Permanent link, for a text or a message" />
    </div>
  );
}

/** An entry of more characters, such as one with 200 authors, scrolls by itself. */
const maxLetters = 1500;

function Entry({ bibtex }: { bibtex: string }) {
  const entry = <pre className="whitespace-pre-wrap rounded-md bg-raised p-3 font-mono text-xs [overflow-wrap:anywhere]">{bibtex}</pre>;
  return bibtex.length > maxLetters ? (
    <ScrollRegion label="BibTeX" className="mb-3 max-h-80">
      {entry}
    </ScrollRegion>
  ) : (
    <div className="mb-3">{entry}</div>
  );
}
