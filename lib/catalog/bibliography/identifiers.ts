import ISBN from 'isbn3';
import { decodePercent } from '#lib/platform/form.ts';
import { safeHref } from '#lib/platform/text/rich-text.ts';
import { decodeEntities } from './entities.ts';
import { type Finding, finding, type Reading } from './problems.ts';

/* Each reader takes any form in which people write an identifier, and returns its one stored form or null. Each format function returns
   the address or the printed form. */

/** Removes what TeX, HTML and invisible characters put into an identifier; null if TeX remains. */
function withoutTex(written: string): string | null {
  const text = decodeEntities(written)
    .replace(/[\u00ad\u200b-\u200d\u2060\ufeff]/g, '')
    .replace(/\\href\s*\{([^{}]*)\}\s*\{[^{}]*\}/g, '$1')
    .replace(/\\(?:url|href|doi|path|nolinkurl|texttt|text|detokenize|mbox|string|allowbreak)(?![a-zA-Z])\s*/g, '')
    .replace(
      /\\text(underscore|less|greater|tilde|asciitilde|percent|ampersand|hash)(?:\s*\{\}|\s+|(?![a-zA-Z]))/g,
      (_, name: string) => texCharacters[name] ?? '',
    )
    .replace(
      /\$\s*(?:\\(lt|less|gt|greater|sim)|([<>_]))\s*\$/g,
      (_, name: string | undefined, sign: string | undefined) => sign ?? texCharacters[name ?? ''] ?? '',
    )
    .replace(/\$\s*([_^])\{?([\w.-]*)\}?\s*\$/g, '$1$2')
    .replace(/\$([\w.-]+)\$/g, '($1)')
    .replace(/\\slash(?![a-zA-Z])\s*/g, '/')
    .replace(/\\~\{\}/g, '~')
    .replace(/\\([_&%#~$<>{}/-])/g, '$1')
    .trim();
  const unbraced = text.replace(/[{}]/g, '');
  return unbraced.includes('\\') ? null : unbraced;
}

const texCharacters: Readonly<Record<string, string>> = {
  ...{ underscore: '_', less: '<', lt: '<', greater: '>', gt: '>', tilde: '~', asciitilde: '~', sim: '~' },
  ...{ percent: '%', ampersand: '&', hash: '#' },
};

/** A DOI in text. Angle brackets are part of it only in a serial item identifier, such as "<693::aid-asi4>". */
const doiPattern =
  /(?<![\d.])10\.\d{4,9}(?:\.\d+)*\/\s?(?:(?![,;|](?:doi:)?(?:https?:\/\/[\w.]+\/)?10\.\d{4,9}\/)[^\s"<>]|<[^\s"<>]{1,100}::[^\s"<>]{1,100}>)+/;
const maxDoiCharacters = 320;
const doiResolver = /^(?:https?:\/\/)?(?:[\w-]+\.)*(?:doi\.org|doi-org\.[\w.-]+|doi\.acm\.org|doi\.ieeecomputersociety\.org)(?::\d+)?\//i;
const webAddress = /^(?:https?:)?\/\//i;

const bracketPairs = [
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
  ['<', '>'],
] as const;

/** Removes the punctuation of a sentence from the end; a closing bracket stays if its opening one is part of the text. */
function withoutProse(text: string): string {
  for (let rest = text; ; ) {
    const last = rest.at(-1) ?? '';
    const pair = bracketPairs.find(([, close]) => close === last);
    const isExtra = pair ? rest.split(pair[0]).length < rest.split(pair[1]).length : /[.,;:!'"’”»…]/.test(last);
    if (!isExtra || rest === '') return rest;
    rest = rest.slice(0, -1);
  }
}

/**
 * Reads a DOI: bare, with a label, or in the address of a resolver; with the escapes of TeX, HTML and URLs. A text with another address is
 * none.
 * @returns the DOI in lower case; null if the text has none, or has TeX in it
 */
export function readDoi(written: string): string | null {
  const clean = withoutTex(written);
  if (clean === null) return null;
  const isResolved = doiResolver.test(clean);
  if (webAddress.test(clean) && !isResolved) return null;
  return doiInText(clean, isResolved);
}

/** Reads a DOI with its label or resolver at the start of a note; null for other text. */
export const readLabelledDoi = (text: string): string | null =>
  /^\s*doi\b/i.test(text) || doiResolver.test(text.trim()) ? readDoi(text) : null;

/** Returns true if a field for a DOI has another one besides the first. */
export const hasSeveralDois = (written: string): boolean =>
  new Set([...written.matchAll(/10\.\d{4,9}(?:\.\d+)*\/[^\s"<>,;|]+/g)].map(([doi]) => doi.toLowerCase())).size > 1 &&
  /[\s,;|](?:doi:\s*)?(?:https?:\/\/[\w.]{1,60}\/)?10\.\d{4,9}\//i.test(written.trim());

const maxAddressCharacters = 2000;
/** "www.example.org", "harbour.example.org/lamps". Capitals are those of abbreviations: "Phys.Rev/A". */
const withoutProtocol = /^(?:www\.|WWW\.|(?:[a-z\d-]+\.)+[a-z]{2,24}\/)\S+$/;

/** Reads a web address: bare, without its protocol, in `\url`, or with TeX in it; of several the first. Null if it is none. */
export function readAddress(written: string): string | null {
  const inCommand = /\\(?:url|href|path)\s*\{([^{}]*(?:\{[^{}]*\}[^{}]*)*)\}/.exec(written)?.[1];
  const text = (inCommand ?? written)
    .replace(/\\textasciitilde\s*(?:\{\})?|\\~\{\}|\{\\~\}|\$\\sim\$|\{\\textasciitilde\}/g, '~')
    .replace(/\\([_&%#~$])/g, '$1')
    .replace(/[{}<>"“”]/g, '')
    .trim()
    .replace(/^url\s*:\s*/i, '');
  const first = (text.split(/[\s,;|](?=https?:\/\/)/)[0] ?? '').trimEnd().replace(/[.,;|]$/, '');
  const doi = /^(?:doi:?\s*)?10\.\d{4,9}\//i.test(first) ? readDoi(first) : null;
  if (doi) return doiUrl(doi);
  const isAddress = /^https?:\/\/\S+$/i.test(first);
  const href = isAddress || withoutProtocol.test(first) ? safeHref(isAddress ? first : `https://${first}`) : null;
  return href !== null && href.length <= maxAddressCharacters ? href : null;
}

/** Returns the address that a note says a work is at: "Available at https://…". */
export const addressInNote = (note: string): string | null =>
  readAddress(
    /^\W*(?:available|online|accessible|retrieved|url|preprint|published)\b.{0,40}?(https?:\/\/[^\s}]{1,500}?)[.,;)]*(?=[\s}]|$)/i.exec(
      note,
    )?.[1] ?? note,
  );

function doiInText(clean: string, isAddress: boolean): string | null {
  const found = isAddress
    ? doiInAddress(clean)
    : doiPattern.exec(/%(?:2[0-9a-f]|3[a-f]|5[bd]|7[bd])/i.test(clean) ? decodePercent(clean).replaceAll('\0', '') : clean)?.[0];
  if (!found) return null;
  const doi = withoutProse(found.replace(/\/\s/, '/')).toLowerCase();
  const arxiv = /^10\.48550\/arxiv\.(.+)$/.exec(doi)?.[1];
  const versionless = arxiv ? `10.48550/arxiv.${readArxivId(arxiv) ?? arxiv}` : doi;
  return /^10\.[\d.]+\/./.test(versionless) && versionless.length <= maxDoiCharacters ? versionless : null;
}

/** Returns the DOI in the path of an address. An encoded character that would end the path belongs to the DOI. */
function doiInAddress(address: string): string | undefined {
  const path = address.replace(/[?#].*$/, '');
  const start = path.search(/(?<![\d.])10\.\d{4,9}(?:\.\d+)*(?:\/|%2f)/i);
  if (start === -1) return undefined;
  const written = path.slice(start);
  return /%[0-9a-f]{2}/i.test(written) && !/[\s"]/.test(written)
    ? decodePercent(written).replaceAll('\0', '')
    : doiPattern.exec(written)?.[0];
}

/**
 * Returns the URL of a DOI. DOIs may contain characters that end or change a URL, such as "#" and "<". Some sources write them
 * percent-encoded; these stay so.
 */
export const doiUrl = (doi: string): string =>
  `https://doi.org/${encodeURI(doi.toWellFormed())
    .replace(/[?#]/g, encodeURIComponent)
    .replace(/%25(?=[0-9a-f]{2})/gi, '%')}`;

const viewSuffix = /(?:\/|\.)(?:abstract|e?pdf|epub|full(?:[.-]?(?:html|pdf|text))?|html?|meta|references|short|summary|xml)\/?$/i;

/** Returns the DOI in the address of a page of a publisher, without the suffix of a view and bioRxiv's version; null if it has none. */
function publishedDoi(address: string): string | null {
  const found = doiPattern.exec(address)?.[0];
  if (!found) return null;
  let doi = withoutProse(found.replace(/[?#&].*$/, '')).toLowerCase();
  while (viewSuffix.test(doi)) doi = doi.replace(viewSuffix, '');
  doi = doi.replace(/\/$/, '');
  return doi.startsWith('10.1101/') ? doi.replace(/v\d+$/, '') : doi;
}

const arxivPattern =
  /(?:^|(?<![\w-])arxiv\.org\/(?:abs|pdf|html|format|ps|e-print|src)\/|(?:arxiv|corr)[:.\s]\s*(?:abs\/)?|^abs\/|oai:arxiv\.org:|[\s(["'])(\d{4}\.\d{4,5}|(?:[a-z]+-[a-z]+|[a-z]{2,})(?:\.[a-z]{2}(?:-[a-z]+)?)?\/\d{7})(?:v\d+)?(?:\.pdf)?(?=$|[\s,;:.)\]?#/"'[(])/i;

/** Reads an arXiv id in any form: with version, class, label or address. Returns it in lower case without version and subject class. */
export function readArxivId(written: string): string | null {
  const clean = withoutTex(written);
  const id = clean === null ? undefined : arxivPattern.exec(decodePercent(clean).trim())?.[1];
  return id?.toLowerCase().replace(/^([a-z-]+)\.[a-z-]+\//, '$1/') ?? null;
}

export const arxivUrl = (id: string): string => `https://arxiv.org/abs/${id}`;
/** The DOI that arXiv registers for each of its papers. */
const arxivDoi = (id: string): string => `10.48550/arxiv.${id}`;
/** Returns the arXiv id of a DOI that arXiv has registered, or null. */
export const arxivIdOfDoi = (doi: string | null | undefined): string | null =>
  readArxivId(/^10\.48550\/arxiv\.(.+)$/i.exec(doi ?? '')?.[1] ?? '');

const anthologyId = String.raw`[a-z]\d{2}-\d{4}|\d{4}\.[a-z0-9_]+-[a-z0-9_]+\.\d+`;
const anthologyPattern = new RegExp(`^(?:acl:\\s*)?(${anthologyId})(?:v\\d+)?(?:\\.pdf|\\.bib)?/?$`, 'i');
/** The Anthology's addresses since 2002. */
const anthologyAddress = new RegExp(
  `^(?:https?://)?(?:www\\.)?(?:aclanthology\\.(?:org|info|coli\\.uni-saarland\\.de)|(?:anthology\\.)?aclweb\\.org(?:/anthology(?:-new)?)?|acl\\.ldc\\.upenn\\.edu|acl-arc\\.comp\\.nus\\.edu\\.sg)/(?:papers/|[a-z]/(?:[a-z]\\d\\d/)?|anthology/)*(${anthologyId})(?:v\\d+)?(?:\\.pdf|\\.bib)?(?:/[^?#]*)?(?:[?#].*)?$`,
  'i',
);

/** Reads an id of the ACL Anthology, or one of its addresses, of any year. Returns the id as the Anthology writes it. */
export function readAnthologyId(written: string): string | null {
  const clean = withoutTex(written) ?? '';
  const id = (anthologyPattern.exec(clean) ?? anthologyAddress.exec(clean))?.[1];
  if (!id) return null;
  return /^[a-z]\d/i.test(id) ? id.toUpperCase() : id.toLowerCase();
}

export const anthologyUrl = (id: string): string => `https://aclanthology.org/${id}`;
/** The DOI that the Anthology registers for its works. Works before about 2015 have none. */
const anthologyDoi = (id: string): string => `10.18653/v1/${id.toLowerCase()}`;

/** Returns the check character of digits by ISO 7064 MOD 11-2 (ORCID, ISNI). */
const mod112 = (digits: string): string => {
  const sum = [...digits].reduce((total, digit) => (total + Number(digit)) * 2, 0);
  const check = (12 - (sum % 11)) % 11;
  return check === 10 ? 'X' : String(check);
};

/** Returns the check character of digits whose weights fall to 2 (ISBN-10, ISSN). */
const mod11 = (digits: string): string => {
  const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * (digits.length + 1 - at), 0);
  const check = (11 - (sum % 11)) % 11;
  return check === 10 ? 'X' : String(check);
};

const mod10 = (digits: string): string =>
  String((10 - ([...digits].reduce((sum, digit, at) => sum + Number(digit) * (at % 2 ? 3 : 1), 0) % 10)) % 10);

/** An iD in hyphenated form: 0000-0000-0000-0000. */
export const orcidForm = /^\d{4}-\d{4}-\d{4}-\d{3}[\dX]$/;
const orcidPattern = /(?<![\d-])(\d{4})[-‐‑–—\s]?(\d{4})[-‐‑–—\s]?(\d{4})[-‐‑–—\s]?(\d{3})([\dx])(?![\d-])/i;

/** Reads an ORCID iD in a text or an address. An iD with a wrong check digit is a finding. */
export function orcidIn(written: string): Reading<string | null> {
  const [, one = '', two = '', three = '', four = '', check = ''] = orcidPattern.exec(written) ?? [];
  if (one === '') return { value: null, problems: written.trim() === '' ? [] : [finding(written, 'It is no ORCID iD.', 'without it')] };
  const isValid = mod112(one + two + three + four) === check.toUpperCase();
  return isValid
    ? { value: `${one}-${two}-${three}-${four}${check.toUpperCase()}`, problems: [] }
    : { value: null, problems: [finding(written, 'The ORCID iD has a wrong check digit.', 'without it')] };
}

/** Reads a text that is an ORCID iD, its address or "ORCID: …"; null for other text and a wrong check digit. */
export const readOrcid = (written: string): string | null =>
  /^(?:orcid(?:\s*id)?\s*:?\s*)?(?:https?:\/\/)?(?:www\.)?(?:orcid\.org\/)?[\d\s‐‑–—x-]{16,24}\/?$/i.test(written.trim())
    ? orcidIn(written).value
    : null;

/** Returns whether a text is an iD in its hyphenated form with a valid check digit. */
export const isOrcid = (id: string): boolean => orcidForm.test(id) && orcidIn(id).value === id;

export const orcidUrl = (orcid: string): string => `https://orcid.org/${orcid}`;

/** Reads the ISBNs in a text, as thirteen digits. A number with a wrong check digit is a finding. */
export function readIsbns(written: string): Reading<string[]> {
  const value: string[] = [];
  const problems: Finding[] = [];
  const clean = (withoutTex(written) ?? written).replace(/[‐‑‒–—−]/g, '-');
  for (const [number] of clean.matchAll(/(?<![\dX])(?:97[89][-\s]?)?(?:\d[-\s]?){9}[\dX](?![\d])/gi)) {
    const digits = number.replace(/[-\s]/g, '').toUpperCase();
    const isbn = digits.length === 10 ? `978${digits.slice(0, 9)}` : digits.slice(0, 12);
    const isValid = digits.length === 10 ? mod11(digits.slice(0, 9)) === digits[9] : mod10(isbn) === digits[12];
    if (isValid) value.push(isbn + mod10(isbn));
    else problems.push(finding(number, 'The ISBN has a wrong check digit.', 'without it'));
  }
  if (value.length + problems.length === 0 && clean !== '') problems.push(finding(written, 'It is no ISBN.', 'without it'));
  return { value: [...new Set(value)], problems };
}

/** Formats an ISBN with hyphens; one of a range that is not registered here stays as it is. */
export const formatIsbn = (isbn: string): string => ISBN.asIsbn13(isbn, true) ?? isbn;

/** Reads the ISSNs in a text: 0000-000X. A number with a wrong check digit is a finding. */
export function readIssns(written: string): Reading<string[]> {
  const value: string[] = [];
  const problems: Finding[] = [];
  for (const [number, first = '', second = '', check = ''] of written.matchAll(/(?<![\d-])(\d{4})[-‐‑–]?(\d{3})([\dX])(?![\d-])/gi)) {
    if (mod11(first + second) === check.toUpperCase()) value.push(`${first}-${second}${check.toUpperCase()}`);
    else problems.push(finding(number, 'The ISSN has a wrong check digit.', 'without it'));
  }
  if (value.length + problems.length === 0 && written.trim() !== '') problems.push(finding(written, 'It is no ISSN.', 'without it'));
  return { value: [...new Set(value)], problems };
}

/** Returns the address of a work, unless it is the one that follows from its identifiers. */
export function ownAddress(
  address: string | null | undefined,
  identifiers: readonly { scheme: string; value: string }[],
): string | undefined {
  const isDerived = identifiers.some(
    ({ scheme, value }) =>
      (scheme === 'doi' && doiUrl(value).toLowerCase() === address?.toLowerCase()) || (scheme === 'arxiv' && arxivUrl(value) === address),
  );
  return isDerived ? undefined : (address ?? undefined);
}

/** Reads the numbers of books and journals in a field: an ISSN may be in the field for ISBN, and an ISBN in that for ISSN. */
export function readSerials(written: string): Reading<{ isbns: string[]; issns: string[] }> {
  const [isbns, issns] = [readIsbns(written), readIssns(written)];
  const value = { isbns: isbns.value, issns: issns.value };
  const isRead = isbns.value.length + issns.value.length > 0;
  const digits = [...isbns.problems, ...issns.problems].filter(({ message }) => message.includes('check digit'));
  return { value, problems: isRead || digits.length > 0 ? digits : isbns.problems };
}

/** Reads a PubMed id: digits, "PMID: 123", or an address of PubMed. */
export const readPubmedId = (written: string): string | null =>
  /^(?:pmid:?\s*)?(?:https?:\/\/(?:www\.)?(?:pubmed\.ncbi\.nlm\.nih\.gov|ncbi\.nlm\.nih\.gov\/pubmed)\/)?(\d{1,9})\/?$/i.exec(
    written.trim(),
  )?.[1] ?? null;

/** Reads a PubMed Central id: "PMC123456", or its address. */
export const readPmcId = (written: string): string | null =>
  /^(?:pmcid:?\s*)?(?:https?:\/\/\S+\/)?(pmc\d{1,9})\/?$/i
    .exec(written.trim().replace(/\/articles\/(?=\d+\/?$)/i, '/articles/PMC'))?.[1]
    ?.toUpperCase() ?? null;

/** Reads the ids of PubMed in a record; what is none is left out. */
export function readPubmedIds({ pmid, pmcid }: { pmid?: string | undefined; pmcid?: string | undefined }): {
  value: { pmid: string | undefined; pmcid: string | undefined };
  problems: ({ field: 'pmid' | 'pmcid' } & Finding)[];
} {
  const value = { pmid: readPubmedId(pmid ?? '') ?? undefined, pmcid: readPmcId(pmcid ?? '') ?? undefined };
  const wrong = (field: 'pmid' | 'pmcid', written: string | undefined) =>
    written && !value[field] ? [{ field, ...finding(written, 'It is no id of PubMed.', 'without it') }] : [];
  return { value, problems: [...wrong('pmid', pmid), ...wrong('pmcid', pmcid)] };
}

const openAlexPattern = /^(?:https?:\/\/(?:(?:api|www|explore)\.)?openalex\.org\/(?:works\/|authors\/)?)?([AW]\d{1,20})\/?$/i;

/** Reads an id of OpenAlex, of a work (W…) or a person (A…). */
export const readOpenAlexId = (written: string): string | null => openAlexPattern.exec(written.trim())?.[1]?.toUpperCase() ?? null;

/** Returns the DOI of a typed DOI, arXiv id, Anthology id or URL, or null. */
export function doiIn(typed: string): string | null {
  const text = typed.trim();
  const isPublisher = webAddress.test(text) && !doiResolver.test(text);
  const doi = isPublisher ? publishedDoi(decodePercent(text)) : readDoi(text);
  if (doi) return doi;
  const arxiv = readArxivId(text);
  if (arxiv) return arxivDoi(arxiv);
  const acl = readAnthologyId(text);
  return acl ? anthologyDoi(acl) : null;
}

/** An identifier of a work or a person, with its scheme, in its stored form. */
export interface TypedIdentifier {
  scheme: 'doi' | 'arxiv' | 'acl' | 'orcid' | 'openalex-work' | 'openalex-author';
  value: string;
}

/** Returns the identifiers in a typed identifier or URL; empty for other text. */
export function identifiersIn(typed: string): TypedIdentifier[] {
  const text = typed.trim();
  const isOne = !/\s\S*\s\S*\s/.test(text);
  const [doi, acl, orcid] = [doiIn(text), readAnthologyId(text), readOrcid(text)];
  const arxiv = (isOne ? readArxivId(text) : null) ?? arxivIdOfDoi(doi);
  const openAlex = text.length > 2 ? readOpenAlexId(text) : null;
  return [
    ...inScheme('doi', doi),
    ...inScheme('arxiv', arxiv),
    ...inScheme('acl', acl),
    ...inScheme('orcid', orcid),
    ...inScheme(openAlex?.startsWith('W') ? 'openalex-work' : 'openalex-author', openAlex),
  ];
}

const arxivAddress = /^https?:\/\/(?:[\w-]+\.)*arxiv\.org\//i;

/** An identifier of a work in a web address. */
interface AddressedIdentifier {
  scheme: 'doi' | 'arxiv' | 'acl';
  value: string;
}

/** Returns the identifiers of a work in its web address: that of a resolver of DOIs, of arXiv, or of the ACL Anthology. */
export function identifiersInAddress(address: string): AddressedIdentifier[] {
  const doi = readDoi(address);
  const arxiv = arxivIdOfDoi(doi) ?? (arxivAddress.test(address) ? readArxivId(address) : null);
  const acl = readAnthologyId(address);
  return [...inScheme('doi', doi), ...inScheme('arxiv', arxiv), ...inScheme('acl', acl)];
}

/** Returns a list of an identifier with its scheme, or of none. */
export const inScheme = <Scheme extends string>(scheme: Scheme, value: string | null | undefined): { scheme: Scheme; value: string }[] =>
  value ? [{ scheme, value }] : [];

/** Returns the first identifier of each scheme, and all ISBNs. */
export const firstOfEachScheme = <Identifier extends { scheme: string; value: string }>(identifiers: readonly Identifier[]): Identifier[] =>
  uniqueIdentifiers(
    identifiers.filter(({ scheme }, at) => scheme === 'isbn' || identifiers.findIndex((each) => each.scheme === scheme) === at),
  );

/** Returns identifiers without repetitions. */
export const uniqueIdentifiers = <Identifier extends { scheme: string; value: string }>(
  identifiers: readonly Identifier[],
): Identifier[] => [...new Map(identifiers.map((identifier) => [`${identifier.scheme} ${identifier.value}`, identifier])).values()];
