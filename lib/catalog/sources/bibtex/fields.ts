import { parseInlineMarkup } from '#lib/platform/text/inline-markup.ts';
import { parseLatex } from '#lib/platform/text/latex/tree.ts';
import { plainText, safeHref } from '#lib/platform/text/rich-text.ts';
import { parseDoi } from '../identifiers.ts';
import { type ImportedWork, type WorkType, workTypesByName } from '../model.ts';

const workTypesByEntryType = workTypesByName({
  article: 'article',
  paper: 'inproceedings conference',
  chapter: 'incollection inbook bookinbook inreference suppbook suppcollection',
  book: 'book mvbook booklet collection mvcollection proceedings mvproceedings reference',
  thesis: 'phdthesis mastersthesis thesis',
  report: 'techreport report manual',
  dataset: 'dataset',
});

/** Returns the work type of an entry type; an unknown type with an arXiv id is a preprint. */
export const typeOf = (entryType: string, isOnArxiv: boolean): WorkType =>
  workTypesByEntryType.get(entryType) ?? (isOnArxiv ? 'preprint' : 'other');

const doiOf = (field: string | undefined): string | null => parseDoi((field ?? '').replace(/\\(?=[_&%#])/g, ''));

const arxivIdPattern =
  /(?:arxiv:\s*|arxiv\.org\/(?:abs|pdf)\/)?(\d{4}\.\d{4,5}|(?<![a-z-])[a-z-]+(?:\.[a-z]{2})?\/\d{7})(?:v\d+)?(?:\.pdf)?$/i;

/** Returns the arXiv id without version, from the eprint fields, the URL or the journal. */
function arxivOf({ eprint, archiveprefix, eprinttype, url, journal }: Readonly<Record<string, string | undefined>>): string | undefined {
  const isArxiv = `${archiveprefix ?? ''}${eprinttype ?? ''}`.toLowerCase() === 'arxiv' || /^arxiv:/i.test(eprint ?? '');
  const journalId = /arxiv:\s*(\S+)/i.exec(journal ?? '')?.[0];
  const siteUrl = url && /^https?:\/\/(www\.)?arxiv\.org\//i.test(url) ? url : undefined;
  for (const candidate of [isArxiv ? eprint : undefined, siteUrl, journalId]) {
    const id = candidate && arxivIdPattern.exec(candidate.trim())?.[1];
    if (id) return id.toLowerCase();
  }
  return undefined;
}

/** Returns all identifiers of an entry. */
export function identifiersOf(fields: Readonly<Record<string, string | undefined>>): ImportedWork['identifiers'] {
  const anthology = /^https?:\/\/(?:www\.)?aclanthology\.org\/([A-Z]\d\d-\d{4}|\d{4}\.[a-z0-9_]+-[a-z0-9]+\.\d+)\/?(?:\.pdf)?$/.exec(
    fields.url ?? '',
  )?.[1];
  const doi = doiOf(fields.doi) ?? (/^https?:\/\/(dx\.)?doi\.org\//i.test(fields.url ?? '') ? doiOf(fields.url) : null);
  const arxiv = arxivOf(fields);
  const identifiers: ImportedWork['identifiers'] = [];
  if (doi) identifiers.push({ scheme: 'doi', value: doi });
  if (arxiv) identifiers.push({ scheme: 'arxiv', value: arxiv });
  if (anthology) identifiers.push({ scheme: 'acl', value: anthology });
  return identifiers;
}

const monthNames = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

/** Returns the year and partial date, from biblatex's `date` or from `year`, `month` and `day`. */
export function dateOf({ date, year, month, day }: Readonly<Record<string, string | undefined>>): Pick<ImportedWork, 'year' | 'date'> {
  const dateParts = /^(\d{4})(?:-(0[1-9]|1[0-2])(?:-(0[1-9]|[12]\d|3[01]))?)?(?![\d])/.exec((date ?? '').trim());
  const yearText = dateParts?.[1] ?? /(?<!\d)(1\d{3}|20\d\d)(?!\d)/.exec(year ?? '')?.[1];
  if (!yearText) return {};
  if (dateParts) return { year: Number(yearText), date: [dateParts[1], dateParts[2], dateParts[3]].filter((part) => part).join('-') };
  const monthNumber = monthOf(month);
  const dayOfMonth = /^(0?[1-9]|[12]\d|3[01])$/.exec((day ?? '').trim())?.[1]?.padStart(2, '0');
  return { year: Number(yearText), date: [yearText, monthNumber, monthNumber && dayOfMonth].filter((part) => part).join('-') };
}

function monthOf(month: string | undefined): string | undefined {
  const monthText = (month ?? '').trim().toLowerCase();
  const number = /^\d{1,2}$/.test(monthText) ? Number(monthText) : monthNames.indexOf(monthText.slice(0, 3)) + 1;
  return number >= 1 && number <= 12 ? String(number).padStart(2, '0') : undefined;
}

const shortText = (latex: string | undefined, maxCharacters: number): string | undefined => {
  const plain = plainText(parseLatex(latex ?? ''));
  return plain === '' || plain.length > maxCharacters ? undefined : plain;
};

/** Returns the fields of an entry other than names, title and date. Values that are too long are omitted. */
export function detailsOf(fields: Readonly<Record<string, string | undefined>>): Partial<ImportedWork> {
  const { journal, journaltitle, booktitle, howpublished, publisher, school, institution, pages, volume, abstract, language, langid, url } =
    fields;
  const href = url ? safeHref(url.replace(/\\(?=[_&%#~])/g, '')) : null;
  const details = {
    abstract: abstract && abstract.length < 50_000 ? parseInlineMarkup(parseLatex(abstract.replace(/\s+/g, ' ').trim())) : undefined,
    venue: shortText(journal ?? journaltitle ?? booktitle ?? howpublished, 1000),
    publisher: shortText(publisher ?? school ?? institution, 400),
    pages: shortText(pages, 100)?.replace(/\s*[–—-]+\s*/g, '-'),
    volume: shortText(volume, 100),
    language: shortText(language ?? langid, 100),
    url: href && href.length <= 2000 ? href : undefined,
  };
  return Object.fromEntries(Object.entries(details).filter(([, value]) => value !== undefined && value.length > 0));
}
