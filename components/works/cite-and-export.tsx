import { Disclosure } from '#components/ui/disclosure.tsx';
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
    <Disclosure summary="Cite, share and export">
      <PermanentLink href={permanent} about="Permanent link, for a text or a message" />
      <p className="text-soft">{about}</p>
      <ul className="flex flex-wrap gap-x-4 gap-y-1 py-1">
        {citationFormats.map(({ file, name }) => (
          <li key={file}>
            <a href={`${path}/${file}${query && `?${query}`}`} download>
              {name}
            </a>
          </li>
        ))}
      </ul>
      {bibtex && (
        <pre className="mt-1 whitespace-pre-wrap border-line border-l pl-3 font-mono text-xs [overflow-wrap:anywhere]">{bibtex}</pre>
      )}
      {feeds.length > 0 && (
        <>
          <p className="pt-2 text-soft">Follow new works in a feed reader:</p>
          <ul className="flex flex-wrap gap-x-4 gap-y-1 py-1">
            {feeds.map(({ name, href }) => (
              <li key={href}>
                <a href={href}>{name}</a>
              </li>
            ))}
          </ul>
        </>
      )}
    </Disclosure>
  );
}
