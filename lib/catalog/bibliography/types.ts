/* The types of works that this instance distinguishes, and their names in each format. */

export const workTypes = ['preprint', 'article', 'paper', 'book', 'chapter', 'thesis', 'report', 'dataset', 'other'] as const;

export type WorkType = (typeof workTypes)[number];

/** The names of each type in a format; the first is written. */
type TypeNames = Partial<Record<WorkType, string>>;

const formats = {
  bibtex: {
    article: 'article suppperiodical',
    paper: 'inproceedings conference',
    chapter: 'incollection inbook bookinbook inreference suppbook suppcollection',
    book: 'book mvbook booklet collection mvcollection proceedings mvproceedings reference mvreference periodical',
    thesis: 'phdthesis mastersthesis thesis bathesis candthesis',
    report: 'techreport report manual',
    dataset: 'dataset data',
    preprint: 'unpublished preprint eprint',
    other:
      'misc online electronic www software patent artwork audio video image movie music performance review standard letter legal legislation jurisdiction commentary webpage',
  },
  ris: {
    article: 'JOUR JFULL EJOUR MGZN NEWS ABST INPR',
    paper: 'CPAPER CONF',
    book: 'BOOK EBOOK EDBOOK WHOLE SER CLSWK ANCIENT DICT ENCYC',
    chapter: 'CHAP ECHAP',
    thesis: 'THES',
    report: 'RPRT GOVDOC',
    dataset: 'DATA DBASE AGGR',
    preprint: 'UNPB',
    other:
      'GEN ELEC COMP PAT BLOG WEB MULTI VIDEO SOUND ART MAP PAMP PCOMM MANSCPT LEGAL CASE BILL STAT HEAR ICOMM UNBILL ADVS CHART CTLG EQUA FIGURE GRNT MPCT MUSIC SLIDE',
  },
  csl: {
    article: 'article-journal journal-article article-magazine article-newspaper review periodical review-article',
    paper: 'paper-conference proceedings-article speech',
    book: 'book monograph edited-book classic collection reference-book proceedings book-set book-series',
    chapter: 'chapter book-chapter entry-encyclopedia entry-dictionary entry book-section book-part reference-entry book-track',
    thesis: 'thesis dissertation',
    report: 'report report-component standard report-series',
    dataset: 'dataset database',
    preprint: 'article posted-content preprint',
    other:
      'document webpage post post-weblog manuscript software patent graphic song motion_picture broadcast interview map personal_communication pamphlet legislation legal_case bill treaty hearing figure musical_score performance regulation review-book peer-review component grant other journal journal-issue journal-volume',
  },
  openalex: {
    article: 'article review letter editorial erratum retraction data-paper software-paper',
    preprint: 'preprint',
    paper: 'conference-paper conference-abstract',
    book: 'book monograph',
    chapter: 'book-chapter reference-entry book-section',
    thesis: 'dissertation',
    report: 'report standard',
    dataset: 'dataset database',
    other: 'other paratext peer-review grant supplementary-materials libguides software',
  },
  orcid: {
    article: 'journal-article magazine-article newspaper-article journal-issue newsletter-article review',
    preprint: 'preprint',
    paper: 'conference-paper conference-abstract conference-poster conference-presentation conference-proceedings conference-output',
    book: 'book edited-book',
    chapter: 'book-chapter encyclopedia-entry dictionary-entry',
    thesis: 'dissertation-thesis dissertation supervised-student-publication',
    report: 'report working-paper research-tool technical-standard',
    dataset: 'data-set',
    other: 'other',
  },
  schema: {
    article: 'ScholarlyArticle Article NewsArticle',
    book: 'Book',
    chapter: 'Chapter',
    thesis: 'Thesis',
    report: 'Report TechArticle',
    dataset: 'Dataset',
    other: 'SoftwareSourceCode SoftwareApplication',
  },
} as const satisfies Record<string, TypeNames>;

type TypeFormat = keyof typeof formats;

const typesByName = Object.fromEntries(
  Object.entries(formats).map(([format, names]) => [
    format,
    new Map(Object.entries(names).flatMap(([type, list]) => list.split(' ').map((name) => [name, type as WorkType] as const))),
  ]),
) as unknown as Record<TypeFormat, ReadonlyMap<string, WorkType>>;

/** Returns the type of a work by its name in a format; undefined if the format does not know the name. */
export const readType = (format: TypeFormat, name: string): WorkType | undefined => typesByName[format].get(name);

/** Returns the type of a work: on a server of preprints it is a preprint, unless the input states another type than article. */
export const typeOrPreprint = (stated: WorkType | undefined, isOnServer: boolean): WorkType =>
  isOnServer && (stated === undefined || stated === 'other' || stated === 'article') ? 'preprint' : (stated ?? 'other');

/** Kinds of works that are "other" here and have a type of their own in formats. Records name the kind in `genre`, as `words` find it. */
const otherKinds: { label: string; words: RegExp; names: Partial<Record<TypeFormat, string>> }[] = [
  {
    label: 'Software',
    words: /\b(?:software|computer program|source code|\w+ package)\b/i,
    names: { bibtex: 'software', ris: 'COMP', csl: 'software', openalex: 'software', orcid: 'software' },
  },
  {
    label: 'Patent',
    words: /\bpatent\b/i,
    names: { bibtex: 'patent', ris: 'PAT', csl: 'patent', orcid: 'patent' },
  },
  {
    label: 'Web page',
    words: /\b(?:web ?(?:page|site)|online)\b/i,
    names: { bibtex: 'online electronic www webpage', ris: 'ELEC WEB', csl: 'webpage', orcid: 'website online-resource' },
  },
];

/** Returns the genre of a work: as stated, and with the kind that the name of its type in a format states. */
export function readGenre(format: TypeFormat, name: string, type: WorkType, stated: string | undefined): string | undefined {
  const kind = type === 'other' && otherKinds.find(({ names }) => names[format]?.split(' ').includes(name));
  if (!kind || (stated && kind.words.test(stated))) return stated;
  return stated ? `${kind.label}: ${stated}` : kind.label;
}

/** Returns the name in a format of a type, or of the kind that the genre of an other work names. */
export function writeType(format: TypeFormat, type: WorkType, genre?: string): string {
  const kind = type === 'other' && genre ? otherKinds.find(({ words }) => words.test(genre)) : undefined;
  return (kind?.names[format] ?? (formats[format] as TypeNames)[type] ?? formats[format].other).split(' ')[0] ?? '';
}

/** Servers and repositories of preprints. They are no venue: a work there is not published in a journal or a volume. */
const preprintServers =
  /^(?:the\s+)?(?:(?:arxiv|biorxiv|medrxiv|chemrxiv|psyarxiv|socarxiv|earth\s?arxiv|engrxiv|eartharxiv|lawarxiv|edarxiv|metaarxiv|techrxiv|ssrn|corr|vixra|research square|preprints(?:\.org)?|osf preprints?|essoar|scielo preprints|ssrn electronic journal|computing research repository|cryptology eprint archive|iacr cryptology eprint archive|repec|nber working papers?|hal(?:\.science)?|authorea|peerj preprints|advance)(?:\.org|\.com)?(?:\s+(?:e-?prints?|preprints?(?: server)?|\(cornell university\)))?|(?:e-?print|preprint)\s+(?:arxiv|biorxiv|medrxiv)\b.*|arxiv\s+(?:e-?print|preprint)s?\b.*|arxiv\s*[:,]?\s*(?:\d|[a-z-]+\/\d).*|arxiv\s*\([a-z. ]+\).*|biorxiv\s+preprint.*|medrxiv\s+preprint.*|corr\s+abs\/.*|cornell university\s*[-–,]\s*arxiv|preprint\s+(?:at|on|available)\b.*)$/i;
/** What sources write instead of a venue that is not known, or that is still to come. */
const noVenue =
  /^(?:[-–?.\s]+|n\.?\/?a\.?|none|null|unknown|undefined|tba|tbd|(?:under|in) review|in prep(?:aration|\.)?|in press|to appear|forthcoming|accepted|submitted(?:\s+(?:to|for)\b.*)?)$/i;
const repositories =
  /^(?:web ?(?:page|site)|online(?: resource)?|internet|electronic|blog(?: post)?|self-published|manuscript|unpublished(?: manuscript)?|github repository|available (?:at|from|online)\b.*|accessed\b.*|zenodo|figshare|dryad|open science framework|osf|github|gitlab|dataverse|harvard dataverse|mendeley data|pangaea|kaggle|youtube|researchgate|academia\.edu|google scholar|semantic scholar|pubmed central)$/i;

/** Returns what a field for a journal or volume names: a venue, a server of preprints, a repository, or a web address. */
export function kindOfVenue(text: string): 'venue' | 'preprints' | 'repository' | 'address' | 'none' {
  const name = text.trim();
  if (noVenue.test(name)) return 'none';
  if (/^(?:https?:\/\/|www\.)\S+$/i.test(name)) return 'address';
  if (preprintServers.test(name)) return 'preprints';
  return repositories.test(name) ? 'repository' : 'venue';
}

const retractedTitle =
  /^\W*(?:retracted(?:\s+(?:article|paper|chapter|publication|manuscript|preprint|note|book|review))?|withdrawn(?:\s+(?:article|paper|manuscript|preprint))?|removed|retracted and replaced|article retracted)\s*[:\]).–—-]|[([]\s*(?:retracted|withdrawn)(?:\s+(?:article|paper|publication))?(?:[^()[\]]{0,200})[)\]]\W*$/i;
const retractedStatement =
  /^\W*(?:(?:this|the)\s+(?:article|paper|work|preprint|publication|chapter)\s+(?:has been|was|is)\s+)?(?:retracted|withdrawn)\b(?!\s+(?:from|by)\s+\w+\s+(?:and|to)\b)|^\W*(?:retraction|retracted publication|rückzug|rétracté|retractado|ritirato|отозвана?)\W*$/i;

/** Returns true if a title is marked as retracted, as publishers do: "RETRACTED: …". The note of a retraction is another work. */
export const isRetractedTitle = (title: string): boolean => retractedTitle.test(title);

/** Returns true if a note or a status says that the work is retracted or withdrawn. */
export const statesRetraction = (text: string): boolean => retractedStatement.test(text.trim());

/** The type or keyword by which PubMed marks a retracted work. */
export const isRetractedMark = (text: string): boolean => /^retracted(?: publication| article| paper)?$/i.test(text.trim());
