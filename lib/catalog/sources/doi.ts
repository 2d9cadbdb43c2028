import { fetchJson } from '#lib/platform/http.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import { checkedWork } from './checked-work.ts';
import { cslWork } from './csl.ts';
import type { ImportedWork } from './model.ts';

/** Where metadata of DOIs is read: the REST APIs of Crossref and DataCite. */
interface DoiRegistries {
  crossref: string;
  datacite: string;
}

const csl = 'application/vnd.citationstyles.csl+json';

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

/** The DOI that a typed DOI, arXiv id, Anthology id or address means; null where it holds none. */
export function doiIn(typed: string): string | null {
  const text = decoded(typed.trim());
  const doi = /\b(10\.\d{4,9}\/[^\s"<>?#]{1,300})/.exec(text)?.[1]?.replace(/[.,;)]+$/, '');
  if (doi) return (isPublishersAddress.test(text) ? withoutView(doi) : doi).toLowerCase();
  const arxiv =
    /^(?:arxiv:\s*|https?:\/\/(?:[a-z]+\.)?arxiv\.org\/(?:abs|pdf|html|format)\/)?(\d{4}\.\d{4,5}|[a-z-]+(?:\.[a-z]{2})?\/\d{7})(?:v\d+)?(?:\.pdf)?\/?(?:[?#].*)?$/i.exec(
      text,
    )?.[1];
  if (arxiv) return `10.48550/arxiv.${arxiv.toLowerCase()}`;
  const acl = anthologyIdIn(text);
  return acl ? anthologyDoi(acl) : null;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Looks up what the registration agency of a DOI says of its work. */
export async function lookUpDoi(
  registries: DoiRegistries,
  doi: string,
): Promise<Outcome<ImportedWork, 'unknown_doi' | 'registry_unreachable'>> {
  const base = (url: string) => url.replace(/\/+$/, '');
  const path = doi.split('/').map(encodeURIComponent).join('/');
  const ofCrossref = `${base(registries.crossref)}/works/${encodeURIComponent(doi)}/transform/${csl}`;
  const ofDatacite = `${base(registries.datacite)}/dois/${csl}/${path}`;
  const order = doi.startsWith('10.48550/') ? [ofDatacite] : [ofCrossref, ofDatacite];
  let code: 'unknown_doi' | 'registry_unreachable' = 'unknown_doi';
  for (const url of order) {
    const answer = await fetchJson(url);
    if (!answer.ok && answer.code === 'unreachable') code = 'registry_unreachable';
    const read = answer.ok ? cslWork(answer.value) : null;
    const found = read && checkedWork(read);
    if (found?.ok) return done(found.work);
  }
  return refused(code);
}
