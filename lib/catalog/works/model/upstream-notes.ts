import type { WorkType } from '#lib/catalog/bibliography/types.ts';
import { type SourceId, sources } from '#lib/catalog/sources/model.ts';
import { toOneLine } from './citations/cited.ts';
import { type CorrectableField, workFieldRules } from './correctable-fields.ts';
import { formatOrcidWork } from './orcid-work.ts';
import { describeRetraction, parseRetraction } from './retraction.ts';

/** A correction with its work, as input of notes to sources. */
export interface CorrectedWork {
  field: CorrectableField;
  /** The name of the field within a sentence. */
  name: string;
  value: string;
  /** The value that the sources state instead. */
  wrongValue: string | null;
  evidence: { url: string | null; note: string | null };
  work: {
    title: string;
    /** URL of its page on this instance. */
    url: string;
    type: WorkType;
    date: string | null;
    venue: string | null;
    identifiers: readonly { scheme: string; value: string }[];
  };
  /** The sources that state another value. */
  sourcesAtFault: readonly SourceId[];
}

/** A text that somebody can send to a source. */
export interface UpstreamNote {
  id: string;
  /** Name of the source. */
  name: string;
  /** Where to send the text, and instructions. */
  address: string;
  instructions: string;
  text: string;
  fileExtension: 'txt' | 'xml';
  /** True if this instance got the wrong value from this source; false if the source may merely repeat it. */
  isAtFault: boolean;
}

const upstreamIds = ['acl-anthology', 'arxiv', 'orcid', 'crossref', 'openalex', 'dblp'] as const;
type UpstreamId = (typeof upstreamIds)[number];

const idOf = ({ work }: CorrectedWork, scheme: string): string | undefined =>
  work.identifiers.find((each) => each.scheme === scheme)?.value;

function valueTextOf({ field, value }: Pick<CorrectedWork, 'field' | 'value'>): string {
  if (field === 'retracted') return toOneLine(describeRetraction(parseRetraction(value)));
  return workFieldRules[field].isList ? value.split('\n').map(toOneLine).join('; ') : toOneLine(value);
}

/** The evidence for a value, and the page on this instance where it was decided. */
export interface NoteEvidence {
  url: string | null;
  note: string | null;
  decidedOn: string;
}

/** Formats the evidence as lines of a letter. */
const evidenceLines = ({ url, note, decidedOn }: NoteEvidence): string[] => [
  ...(url ? [`Evidence: ${toOneLine(url)}`] : []),
  ...(note ? [`Note: ${toOneLine(note)}`] : []),
  `Decided on: ${decidedOn}`,
];

/** Formats an email to a source. No text in it can start a line or a header. */
export const formatEmailNote = (subject: string, greeting: string, lines: readonly string[], evidence: NoteEvidence): string =>
  [`Subject: ${toOneLine(subject)}`, '', greeting, '', ...lines.map(toOneLine), ...evidenceLines(evidence), '', 'Thank you.', ''].join(
    '\n',
  );

/** Formats an issue for the ACL Anthology. Foreign text is inside JSON, which no name or title can escape. */
export function formatAclIssue(title: string, stated: object, { url, note, decidedOn }: NoteEvidence): string {
  const reason = { evidence: url && toOneLine(url), note: note && toOneLine(note), decided: decidedOn };
  const jsonBlock = (value: unknown): string => ['```json', JSON.stringify(value, null, 1), '```'].join('\n');
  return [toOneLine(title), '', jsonBlock(stated), '', 'What shows it:', '', jsonBlock(reason), ''].join('\n');
}

const evidenceOf = ({ evidence, work }: CorrectedWork): NoteEvidence => ({ ...evidence, decidedOn: work.url });

/** Formats the body of a letter: the wrong value and the right one. */
function noteText(corrected: CorrectedWork, subject: string, greeting: string): string {
  const { name, wrongValue, work, field } = corrected;
  const ids = work.identifiers.map(({ scheme, value }) => `${scheme}: ${value}`);
  const lines = [
    `Work: ${work.title}`,
    ...(ids.length > 0 ? [`Identifiers: ${ids.join(', ')}`] : []),
    `Field: ${name}`,
    ...(wrongValue === null ? [] : [`Shown now: ${valueTextOf({ field, value: wrongValue })}`]),
    `Should be: ${valueTextOf(corrected)}`,
  ];
  return formatEmailNote(subject, greeting, lines, evidenceOf(corrected));
}

/** The Anthology updates some fields automatically from the first JSON block of an issue (`bin/process_bulk_metadata.py`). */
function aclPaperIssue(corrected: CorrectedWork): string {
  const { field, value } = corrected;
  const id = toOneLine(idOf(corrected, 'acl') ?? '');
  const stated = { anthology_id: id, ...(workFieldRules[field].acl?.(value) ?? { [field]: toOneLine(value) }) };
  return formatAclIssue(`Paper Metadata: ${id}`, stated, evidenceOf(corrected));
}

/** Public contacts of sources for corrections. */
export const upstreamContacts = {
  'acl-anthology': { name: 'ACL Anthology', address: 'https://github.com/acl-org/acl-anthology/issues/new/choose' },
  arxiv: { name: 'arXiv', address: 'https://info.arxiv.org/help/replace.html' },
  orcid: { name: 'ORCID', address: 'https://orcid.org/my-orcid' },
  openalex: { name: 'OpenAlex', address: 'https://help.openalex.org/hc/en-us/requests/new' },
  dblp: { name: 'dblp', address: 'mailto:dblp@dagstuhl.de' },
} as const;

interface Upstream {
  name: string;
  address: string;
  instructions: string;
  /** The matching `upstream` in `sources`. */
  upstream?: string;
  ending?: 'xml';
  text(corrected: CorrectedWork): string;
  /** Returns whether the source can contain the work and the field. */
  has(corrected: CorrectedWork): boolean;
}

const hasField =
  (database: 'orcid' | 'dblp') =>
  ({ field }: CorrectedWork): boolean =>
    !workFieldRules[field].notAt?.includes(database);

const upstreams: Record<UpstreamId, Upstream> = {
  'acl-anthology': {
    ...upstreamContacts['acl-anthology'],
    instructions: 'Open an issue for a metadata correction with the first line as its title, and put the rest into it.',
    upstream: 'acl-anthology',
    text: aclPaperIssue,
    has: (corrected) => idOf(corrected, 'acl') !== undefined,
  },
  arxiv: {
    ...upstreamContacts.arxiv,
    instructions: 'Only its submitter can change it: send this text to them, or replace the submission if you are one of the authors.',
    upstream: 'arxiv',
    text: (corrected) => noteText(corrected, `Metadata of arXiv:${idOf(corrected, 'arxiv') ?? ''}`, 'The metadata on arXiv is wrong.'),
    has: (corrected) => idOf(corrected, 'arxiv') !== undefined,
  },
  orcid: {
    ...upstreamContacts.orcid,
    instructions: 'Each person changes their own record: edit the work by hand, or write this XML with the ORCID API.',
    upstream: 'orcid',
    ending: 'xml',
    text: formatOrcidWork,
    has: hasField('orcid'),
  },
  crossref: {
    name: 'Crossref',
    address: 'https://www.crossref.org/documentation/metadata-stewardship/reporting-metadata-errors/',
    instructions: 'Only the publisher can change it. Send this text to the publisher, or to support@crossref.org, who pass it on.',
    text: (corrected) => noteText(corrected, `Metadata of ${idOf(corrected, 'doi') ?? 'a work'}`, 'The metadata of this DOI is wrong.'),
    has: (corrected) => idOf(corrected, 'doi') !== undefined,
  },
  openalex: {
    ...upstreamContacts.openalex,
    instructions: 'Send this text as a curation request.',
    text: (corrected) => noteText(corrected, 'Curation request', 'Please correct the metadata of this work.'),
    has: (corrected) => idOf(corrected, 'doi') !== undefined || idOf(corrected, 'arxiv') !== undefined,
  },
  dblp: {
    ...upstreamContacts.dblp,
    instructions: 'Send this text to dblp@dagstuhl.de.',
    text: (corrected) => noteText(corrected, `Correction of “${toOneLine(corrected.work.title).slice(0, 100)}”`, 'Dear dblp team,'),
    has: hasField('dblp'),
  },
};

/** Returns the texts for the sources of a work; those with the wrong value come first. */
export function upstreamNotes(corrected: CorrectedWork): UpstreamNote[] {
  const faultyUpstreams = new Set<string>(corrected.sourcesAtFault.map((id) => sources[id].upstream));
  return upstreamIds
    .flatMap((id): UpstreamNote[] => {
      const { name, address, instructions, upstream, ending, text, has } = upstreams[id];
      if (!has(corrected)) return [];
      return [
        {
          id,
          name,
          address,
          instructions,
          text: text(corrected),
          fileExtension: ending ?? 'txt',
          isAtFault: upstream !== undefined && faultyUpstreams.has(upstream),
        },
      ];
    })
    .sort((a, b) => Number(b.isAtFault) - Number(a.isAtFault));
}
