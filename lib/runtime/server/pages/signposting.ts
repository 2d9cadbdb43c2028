import { doiUrl } from '#lib/catalog/bibliography/identifiers.ts';
import { citationFormats } from '#lib/catalog/works/model/citations/formats.ts';
import { site } from '#lib/platform/site.ts';

/** Proxies refuse responses with large headers. Links that do not fit are left out: authors come last. */
const maxLinkBytes = 2_000;

const linkedDataStart = '<script type="application/ld+json">';

/** The linked data of a work or a profile (`workLinkedData`, `profileLinkedData`), as far as it is needed here. */
interface LinkedData {
  '@type': string;
  identifier?: { value: string };
  author?: { '@id'?: string; sameAs?: string }[];
  encoding?: { contentUrl: string; encodingFormat: string };
  mainEntity?: { '@id': string };
}

/**
 * Returns the Link headers of a work's or an author's page for FAIR Signposting (signposting.org), so that machines find its identifier,
 * type, authors and files without parsing it. The values are those of the page's own linked data.
 * @param filesPath base path of the citation files
 */
export function signpostingLinks(html: readonly string[], filesPath: string): string[] {
  const data = linkedDataIn(html);
  // The head of a profile, the page that is requested most, names its files (`citationLinks`); that of a work does too.
  const files = data?.mainEntity ? [] : citationFormats.map(({ file, type }) => link(`${filesPath}/${file}`, 'describedby', type));
  const links = [...(data ? describingLinks(data) : []), ...files, ...(data ? authorLinks(data) : [])].filter((each) => each !== null);
  let bytes = 0;
  return links.filter((each) => {
    const fits = bytes + each.length <= maxLinkBytes;
    if (fits) bytes += each.length;
    return fits;
  });
}

function linkedDataIn(html: readonly string[]): LinkedData | null {
  for (const part of html) {
    const start = part.indexOf(linkedDataStart);
    if (start !== -1) return JSON.parse(part.slice(start + linkedDataStart.length, part.indexOf('</script>', start))) as LinkedData;
  }
  return null;
}

/** The licence of the instance is that of its own data, such as a profile, and not of the works that it describes. */
function describingLinks({ '@type': type, identifier, encoding, mainEntity }: LinkedData): (string | null)[] {
  if (mainEntity) return [link(mainEntity['@id'], 'cite-as'), typeLink(type), link(site().licence?.url, 'license')];
  return [
    link(identifier && doiUrl(identifier.value), 'cite-as'),
    typeLink('AboutPage'),
    typeLink(type),
    link(encoding?.contentUrl, 'item', encoding?.encodingFormat),
  ];
}

const typeLink = (type: string) => link(`https://schema.org/${type}`, 'type');

const authorLinks = ({ author = [] }: LinkedData): (string | null)[] => author.map((each) => link(each.sameAs ?? each['@id'], 'author'));

/** Formats a link (RFC 8288); null without a URL. A path is returned as it is; the URL parser encodes what may not be in a header. */
function link(url: string | undefined, relation: string, type?: string): string | null {
  if (url === undefined) return null;
  const target = url.startsWith('/') ? url : URL.parse(url)?.href;
  return target === undefined ? null : `<${target}>; rel="${relation}"${type === undefined ? '' : `; type="${type}"`}`;
}
