import { doiUrl } from '#lib/catalog/bibliography/identifiers.ts';
import { plainText } from '#lib/platform/text/rich-text.ts';
import { pdfUrlOf } from './citations/cited.ts';
import type { WorkView } from './views.ts';

interface OutwardLink {
  label: string;
  href: string;
  /** True if no URL is known, and the link is a search. */
  isSearch: boolean;
}

/**
 * Returns the links to a work outside of this site: full text, DOI, arXiv, code, the source's page. Adds a search for a preprint without
 * arXiv id.
 */
export function externalLinksOf(work: Pick<WorkView, 'identifiers' | 'doi' | 'url' | 'code' | 'type' | 'title'>): OutwardLink[] {
  const identifierOf = (wanted: string): string | null => work.identifiers.find(({ scheme }) => scheme === wanted)?.value ?? null;
  const [arxiv, acl] = [identifierOf('arxiv'), identifierOf('acl')];
  const page = acl ? `https://aclanthology.org/${acl}/` : work.url;
  const candidates: [string, string | null | undefined][] = [
    ['pdf', pdfUrlOf({ arxiv, acl, url: work.url })],
    ['doi', work.doi && doiUrl(work.doi)],
    ['arXiv', arxiv && `https://arxiv.org/abs/${arxiv}`],
    ['code', work.code?.url],
    [acl ? 'ACL Anthology' : 'page', page?.endsWith('.pdf') ? null : page],
  ];
  const links = candidates.flatMap(([label, href]) => (href ? [{ label, href, isSearch: false }] : []));
  const isFindable = work.type === 'preprint' && !arxiv && work.title !== null;
  return isFindable ? [...links, { label: 'Search arXiv', href: arxivSearch(plainText(work.title ?? [])), isSearch: true }] : links;
}

/** Number of title words in a search. More would not find more, and would make long lists of works larger. */
const maxSearchWords = 8;

/** The cut may split a surrogate pair, hence `toWellFormed`. */
function arxivSearch(title: string): string {
  const words = title.split(/\s+/, maxSearchWords).join(' ').slice(0, 200).toWellFormed();
  return `https://arxiv.org/search/?searchtype=title&query=${encodeURIComponent(words).replaceAll('%20', '+').replaceAll('%3A', ':')}`;
}
