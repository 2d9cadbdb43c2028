import { percentDecoded } from '#lib/platform/form.ts';

const anthologyId =
  /^(?:https?:\/\/(?:www\.)?aclanthology\.org\/|acl:\s*)?([a-z]\d{2}-\d{4}|\d{4}\.[a-z0-9_]+-[a-z0-9_]+\.\d+)(?:v\d+)?(?:\.pdf|\.bib)?\/?$/i;

/** The id of the ACL Anthology that a typed id or address means; null where it means none. */
export function anthologyIdIn(typed: string): string | null {
  const id = anthologyId.exec(typed.trim())?.[1];
  if (!id) return null;
  return /^[a-z]\d/i.test(id) ? id.toUpperCase() : id.toLowerCase();
}

/** The DOI that the Anthology registers for one of its works. Works of before 2015 or so have none. */
const anthologyDoi = (id: string): string => `10.18653/v1/${id.toLowerCase()}`;

const isPublishersAddress = /^https?:\/\/(?!(?:dx\.|www\.)?doi\.org\/)/i;
const view = /(?:\/|\.)(?:abstract|e?pdf|epub|full(?:[.-]?(?:html|pdf|text))?|html?|meta|references|short|summary|xml)\/?$/i;

/** A DOI in a publisher's address, without what follows it there: the rest of a query, a way to view the work, and bioRxiv's version. */
function withoutView(found: string): string {
  let [doi = ''] = found.split('&');
  while (view.test(doi)) doi = doi.replace(view, '');
  doi = doi.replace(/\/$/, '');
  return doi.startsWith('10.1101/') ? doi.replace(/v\d+$/, '') : doi;
}

const arxivId =
  /^(?:arxiv:\s*|https?:\/\/(?:[a-z]+\.)?arxiv\.org\/(?:abs|pdf|html|format)\/)?(\d{4}\.\d{4,5}|[a-z-]+(?:\.[a-z]{2})?\/\d{7})(?:v\d+)?(?:\.pdf)?\/?(?:[?#].*)?$/i;

/** The arXiv id, without its version, that a typed id or address means; null where it means none. */
export const arxivIdIn = (typed: string): string | null => arxivId.exec(typed.trim())?.[1]?.toLowerCase() ?? null;

/** A text that is a DOI or its address at the resolver, as a DOI in lower case; null for any other. */
export function wholeDoi(text: string): string | null {
  const doi = text
    .trim()
    .replace(/^(https?:\/\/(dx\.)?doi\.org\/|doi:\s*)/i, '')
    .toLowerCase();
  return /^10\.\d{4,9}\/\S{1,300}$/.test(doi) ? doi : null;
}

/** The DOI that a typed DOI, arXiv id, Anthology id or address means; null where it holds none. */
export function doiIn(typed: string): string | null {
  const text = percentDecoded(typed.trim());
  const doi = /\b(10\.\d{4,9}\/[^\s"<>?#]{1,300})/.exec(text)?.[1]?.replace(/[.,;)]+$/, '');
  if (doi) return (isPublishersAddress.test(text) ? withoutView(doi) : doi).toLowerCase();
  const arxiv = arxivIdIn(text);
  if (arxiv) return `10.48550/arxiv.${arxiv}`;
  const acl = anthologyIdIn(text);
  return acl ? anthologyDoi(acl) : null;
}

const orcidId = /^(?:orcid(?: id)?:?\s*|https?:\/\/(?:www\.)?orcid\.org\/)?(\d{4}-\d{4}-\d{4}-\d{3}[\dX])\/?$/i;
const openAlexId = /^(?:https?:\/\/(?:(?:api|www)\.)?openalex\.org\/(?:works\/|authors\/)?)?([AW]\d{2,20})\/?$/i;

/** An identifier that leads to a work or to a person: by its scheme, as it is stored. */
export interface TypedIdentifier {
  scheme: 'doi' | 'arxiv' | 'acl' | 'orcid' | 'openalex-work' | 'openalex-author';
  value: string;
}

/** The identifiers that a typed one or its address means; none for any other text. */
export function identifiersIn(typed: string): TypedIdentifier[] {
  const [doi, acl, orcid] = [doiIn(typed), anthologyIdIn(typed), orcidId.exec(typed.trim())?.[1]];
  const arxiv = arxivIdIn(typed) ?? /^10\.48550\/arxiv\.(.+)$/.exec(doi ?? '')?.[1];
  const openAlex = openAlexId.exec(typed.trim())?.[1]?.toUpperCase();
  return [
    ...(doi ? [{ scheme: 'doi' as const, value: doi }] : []),
    ...(arxiv ? [{ scheme: 'arxiv' as const, value: arxiv }] : []),
    ...(acl ? [{ scheme: 'acl' as const, value: acl }] : []),
    ...(orcid ? [{ scheme: 'orcid' as const, value: orcid.toUpperCase() }] : []),
    ...(openAlex
      ? [{ scheme: openAlex.startsWith('W') ? ('openalex-work' as const) : ('openalex-author' as const), value: openAlex }]
      : []),
  ];
}
