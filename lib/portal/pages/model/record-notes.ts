import { type SourceId, sources } from '#lib/catalog/sources/model.ts';
import { splitAclName } from '#lib/catalog/works/model/acl-names.ts';
import { toOneLine } from '#lib/catalog/works/model/citations/cited.ts';
import {
  formatAclIssue,
  formatEmailNote,
  type NoteEvidence,
  type UpstreamNote,
  upstreamContacts,
} from '#lib/catalog/works/model/upstream-notes.ts';
import { fieldRules, formatCorrectionValue, type RecordField } from '#lib/governance/corrections/model.ts';

/** A work of a record by which a source can identify the person. */
export interface IdentifyingWork {
  title: string | null;
  identifiers: readonly { scheme: string; value: string }[];
}

/** A correction of a record with the sources' values, as an upstream note needs it. */
export interface CorrectedRecord {
  field: RecordField;
  /** Empty if the record should show no value. */
  value: string;
  /** Value of the sources; null if they state none or the owner hides it. */
  wrong: string | null;
  evidence: NoteEvidence;
  record: { name: string; url: string; orcid: string | null };
  /** Newest works of the record. */
  works: readonly IdentifyingWork[];
  /** Sources that state the wrong value: on their own pages about the person, and on works. */
  stating: readonly { source: SourceId; pages: readonly string[]; works: readonly IdentifyingWork[] }[];
  /** True if the registry of organisations is imported and has no organisation of this name. */
  isUnregistered: boolean;
}

const idsOf = (works: readonly IdentifyingWork[], scheme: string): string[] =>
  works.flatMap(({ identifiers }) => identifiers.filter((each) => each.scheme === scheme).map(({ value }) => toOneLine(value)));

const workLine = ({ title, identifiers }: IdentifyingWork): string => {
  const ids = identifiers.map(({ scheme, value }) => `${scheme}: ${value}`).join(', ');
  return `Work: ${title ?? 'without a title'}${ids && ` (${ids})`}`;
};

function noteText(corrected: CorrectedRecord, subject: string, greeting: string, works = corrected.works): string {
  const { field, value, wrong, record, evidence } = corrected;
  const lines = [
    `Person: ${record.name}`,
    ...(record.orcid ? [`ORCID iD: ${record.orcid}`] : []),
    ...works.map(workLine),
    `Field: ${fieldRules[field].name}`,
    ...(wrong === null ? [] : [`Shown now: ${wrong}`]),
    `Should be: ${formatCorrectionValue(field, value)}`,
  ];
  return formatEmailNote(subject, greeting, lines, evidence);
}

/** Returns the pages and works on which sources of one upstream state the wrong value. */
function statedBy({ stating }: CorrectedRecord, upstream: string): { pages: string[]; works: IdentifyingWork[] } {
  const statingSources = stating.filter(({ source }) => sources[source].upstream === upstream);
  return { pages: statingSources.flatMap(({ pages }) => pages), works: statingSources.flatMap(({ works }) => works) };
}

const isStatedBy = ({ stating }: CorrectedRecord, upstream: string): boolean =>
  stating.some(({ source }) => sources[source].upstream === upstream);

function anthologyIssue(corrected: CorrectedRecord): string {
  const { field, value, wrong, record, evidence } = corrected;
  const { pages, works } = statedBy(corrected, 'acl-anthology');
  const places = {
    ...(pages.length > 0 && { author_pages: pages.map(toOneLine) }),
    ...(works.length > 0 && { papers: idsOf(works, 'acl') }),
    ...(record.orcid && { orcid: record.orcid }),
  };
  return field === 'name'
    ? formatAclIssue(`Author Page: ${value}`, { name: splitAclName(value), shown_now: splitAclName(wrong ?? ''), ...places }, evidence)
    : formatAclIssue(
        `Affiliation of ${record.name}`,
        { author: splitAclName(record.name), affiliation: toOneLine(value) || null, shown_now: toOneLine(wrong ?? ''), ...places },
        evidence,
      );
}

const orcidSteps: Record<RecordField, (value: string) => string[]> = {
  name: (value) => [
    `Open “Names”, and set the published name to: ${value}`,
    'Add the earlier name under “Also known as”, if you want it found.',
  ],
  affiliation: (value) =>
    value === ''
      ? ['Open “Employment”, and give what has ended its last day.']
      : [`Open “Employment”, and add or edit: ${value}`, 'Give what has ended its last day.'],
};

/** Only the holder of an iD can change its ORCID record. */
function orcidText({ field, value, record, evidence }: CorrectedRecord): string {
  const steps = [`Sign in to the record ${record.orcid ?? ''}.`, ...orcidSteps[field](value), 'Let everyone see it.'];
  const { url, note, decidedOn } = evidence;
  const evidenceLines = [...(url ? [`Evidence: ${url}`] : []), ...(note ? [`Note: ${note}`] : []), `Decided on: ${decidedOn}`];
  return [...steps.map((step, index) => `${index + 1}. ${toOneLine(step)}`), '', ...evidenceLines.map(toOneLine), ''].join('\n');
}

interface Upstream {
  name: string;
  address: string;
  how(field: RecordField): string;
  /** Matches `upstream` of the sources. */
  upstream?: string;
  text(corrected: CorrectedRecord): string;
  /** Returns whether the upstream can state the field of this record. */
  has(corrected: CorrectedRecord): boolean;
}

const hasIds = ({ works }: CorrectedRecord, ...schemes: string[]): boolean => schemes.some((scheme) => idsOf(works, scheme).length > 0);

const upstreams: Record<string, Upstream> = {
  'acl-anthology': {
    ...upstreamContacts['acl-anthology'],
    upstream: 'acl-anthology',
    how: (field) =>
      field === 'name'
        ? 'Open an issue for an author page with the first line as its title, and put the rest into it.'
        : 'Open an issue for a metadata correction with the first line as its title, and put the rest into it.',
    text: anthologyIssue,
    has: (corrected) => isStatedBy(corrected, 'acl-anthology'),
  },
  arxiv: {
    ...upstreamContacts.arxiv,
    upstream: 'arxiv',
    how: () => 'Only the submitter of a work can change it: send them this text, or replace your own submission.',
    text: (corrected) =>
      noteText(corrected, 'Metadata on arXiv', 'The metadata of these works on arXiv is wrong.', statedBy(corrected, 'arxiv').works),
    has: (corrected) => idsOf(statedBy(corrected, 'arxiv').works, 'arxiv').length > 0,
  },
  orcid: {
    ...upstreamContacts.orcid,
    upstream: 'orcid',
    how: () => 'Only the person can change their own record, by these steps.',
    text: orcidText,
    has: ({ record }) => record.orcid !== null,
  },
  openalex: {
    ...upstreamContacts.openalex,
    how: () => 'Send this text as a curation request for an author.',
    text: (corrected) => noteText(corrected, 'Author curation request', 'Please correct the display name of this author.'),
    // OpenAlex derives a person's affiliations from their works.
    has: (corrected) => corrected.field === 'name' && (corrected.record.orcid !== null || hasIds(corrected, 'doi', 'arxiv')),
  },
  dblp: {
    ...upstreamContacts.dblp,
    how: () => 'Send this text to dblp@dagstuhl.de.',
    text: (corrected) => noteText(corrected, `Person record of ${corrected.record.name}`, 'Dear dblp team,'),
    has: ({ works }) => works.length > 0,
  },
  ror: {
    name: 'ROR',
    address: 'https://github.com/ror-community/ror-updates',
    how: () =>
      'The registry names no such organisation. Ask for it, or for another name of one that it has, by the form that this page names.',
    text: ({ value, record, evidence }) =>
      formatEmailNote(
        'Curation request',
        'An organisation is missing, or this name of it.',
        [`Organisation: ${value}`, `Stated for: ${record.name}`],
        evidence,
      ),
    has: ({ field, isUnregistered }) => field === 'affiliation' && isUnregistered,
  },
};

/** Returns the notes for the upstreams of a record, starting with those that state the wrong value. */
export function recordNotes(corrected: CorrectedRecord): UpstreamNote[] {
  return Object.entries(upstreams)
    .filter(([, { has }]) => has(corrected))
    .map(([id, { name, address, how, upstream, text }]): UpstreamNote => {
      const isAtFault = upstream !== undefined && isStatedBy(corrected, upstream);
      return { id, name, address, instructions: how(corrected.field), text: text(corrected), fileExtension: 'txt', isAtFault };
    })
    .sort((a, b) => Number(b.isAtFault) - Number(a.isAtFault));
}
