import { csvTable } from '#lib/platform/csv.ts';
import type { ExportContent } from './archive.ts';

interface Table {
  text: string;
  items: number;
}

/** Builds a CSV table from the given fields of rows, by column name. */
const buildTable = <Row>(rows: readonly Row[], fields: Readonly<Record<string, keyof Row>>): Table => {
  const columns = Object.entries(fields).map(([name, field]) => [name, (row: Row) => row[field] as string | number | null]);
  return { text: csvTable<Row>(Object.fromEntries(columns), rows), items: rows.length };
};

const withRecord = <Row extends { record: { id: string; name: string | null } }>({ record, ...row }: Row) => ({
  ...row,
  record: record.name ?? record.id,
  record_id: record.id,
});

const joinIdentifiers = (ids: readonly { scheme: string; value: string }[]): string =>
  ids.map(({ scheme, value }) => `${scheme}:${value}`).join('; ');

const workRows = ({ records }: ExportContent['records']) =>
  records.flatMap((record) =>
    record.works.map((work) => ({ ...work, work_id: work.id, identifiers: joinIdentifiers(work.identifiers), record })),
  );

const followRows = ({ people, places }: ExportContent['follows']) => [
  ...people.map((person) => ({ ...person, kind: 'person', orcid: person.orcids[0] ?? null })),
  ...places.map((place) => ({ ...place, orcid: null })),
];

/** Tables of an archive by the name of their CSV file. Works have a separate file in a format of their own. */
export const csvTables: Record<string, (content: ExportContent) => Table> = {
  sessions: ({ account }) =>
    buildTable(account.sessions, { device: 'device', signed_in_by: 'signedInBy', since: 'since', last_seen: 'seenAt', ends: 'endsAt' }),
  authorships: ({ records }) =>
    buildTable(workRows(records).map(withRecord), {
      ...{ record: 'record', record_id: 'record_id', work_id: 'work_id', title: 'title', year: 'year', identifiers: 'identifiers' },
      ...{ position: 'position', name_as_written: 'as', affiliation: 'affiliation', source: 'source', state: 'state', you_say: 'opinion' },
    }),
  claims: ({ claims }) =>
    buildTable(claims.claims.map(withRecord), {
      ...{ record: 'record', record_id: 'record_id', state: 'state', strength: 'strength', claimed: 'createdAt', decided: 'decidedAt' },
    }),
  proofs: ({ claims }) =>
    buildTable(claims.proofs.map(withRecord), {
      ...{ record: 'record', kind: 'kind', target: 'target', strength: 'strength', state: 'state', issued: 'issuedAt' },
      ...{ observed: 'observedAt', expires: 'expiresAt' },
    }),
  follows: ({ follows }) =>
    buildTable(followRows(follows), { kind: 'kind', name: 'name', id: 'id', orcid: 'orcid', path: 'path', state: 'state', since: 'since' }),
  searches: ({ searches }) => buildTable(searches.searches, { name: 'name', query: 'query', state: 'state', since: 'since' }),
  saved: ({ saved }) =>
    buildTable(
      saved.works.map((work) => ({ ...work, identifiers: joinIdentifiers(work.identifiers) })),
      { title: 'title', work_id: 'id', identifiers: 'identifiers', path: 'path', since: 'since' },
    ),
  notifications: ({ notifications: { notifications } }) =>
    buildTable(notifications, { at: 'at', kind: 'kind', title: 'title', text: 'text', path: 'path', read: 'readAt' }),
  invitations: ({ invitations: { invitations } }) =>
    buildTable(
      invitations.map((each) => ({ ...each, from: each.from.name, to: each.to.name })),
      {
        ...{ id: 'id', you_are: 'role', from: 'from', to: 'to', purpose: 'purpose', message: 'message', state: 'state', sent: 'sentAt' },
        ...{ decided: 'decidedAt', reason: 'declineReason' },
      },
    ),
  messages: ({ threads }) =>
    buildTable(
      threads.threads.flatMap(({ id, other, messages }) => messages.map((message) => ({ ...message, thread: id, with: other.name }))),
      { thread: 'thread', with: 'with', by: 'by', at: 'at', text: 'markdown' },
    ),
  reports: ({ reports: { reports } }) =>
    buildTable(reports, {
      ...{ at: 'at', about: 'subject', about_id: 'subjectId', kind: 'kind', reason: 'reason', note: 'note', state: 'state' },
    }),
};

/** Returns the number of entries in a file of an archive: the total length of its lists. */
export const countEntries = (content: object): number =>
  Object.values(content).reduce((sum: number, value: unknown) => sum + (Array.isArray(value) ? value.length : 0), 0);
