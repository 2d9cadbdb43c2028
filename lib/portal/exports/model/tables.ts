import { type Columns, csvTable } from '#lib/platform/csv.ts';
import type { ExportContent } from './archive.ts';

/** A CSV file, and how many rows it has. */
interface Table {
  text: string;
  items: number;
}

const table = <Row>(columns: Columns<Row>, rows: readonly Row[]): Table => ({ text: csvTable(columns, rows), items: rows.length });

const joined = (ids: readonly { scheme: string; value: string }[]): string =>
  ids.map(({ scheme, value }) => `${scheme}:${value}`).join('; ');

type Content = ExportContent;

/** What of a copy is a table, by the name of its CSV file. The works have a file of their own form beside these. */
export const csvTables: Record<string, (content: Content) => Table> = {
  sessions: ({ account }) =>
    table(
      {
        device: ({ device }) => device,
        signed_in_by: ({ signedInBy }) => signedInBy,
        since: ({ since }) => since,
        last_seen: ({ seenAt }) => seenAt,
        ends: ({ endsAt }) => endsAt,
      },
      account.sessions,
    ),
  authorships: ({ records }) =>
    table(
      {
        record: ({ record }) => record.name ?? record.id,
        record_id: ({ record }) => record.id,
        work_id: ({ work }) => work.id,
        title: ({ work }) => work.title,
        year: ({ work }) => work.year,
        identifiers: ({ work }) => joined(work.identifiers),
        position: ({ work }) => work.position,
        name_as_written: ({ work }) => work.as,
        affiliation: ({ work }) => work.affiliation,
        source: ({ work }) => work.source,
        state: ({ work }) => work.state,
        you_say: ({ work }) => work.opinion,
      },
      records.records.flatMap((record) => record.works.map((work) => ({ record, work }))),
    ),
  claims: ({ claims }) =>
    table(
      {
        record: ({ record }) => record.name ?? record.id,
        record_id: ({ record }) => record.id,
        state: ({ state }) => state,
        strength: ({ strength }) => strength,
        claimed: ({ createdAt }) => createdAt,
        decided: ({ decidedAt }) => decidedAt,
      },
      claims.claims,
    ),
  proofs: ({ claims }) =>
    table(
      {
        record: ({ record }) => record.name ?? record.id,
        kind: ({ kind }) => kind,
        target: ({ target }) => target,
        strength: ({ strength }) => strength,
        state: ({ state }) => state,
        issued: ({ issuedAt }) => issuedAt,
        observed: ({ observedAt }) => observedAt,
        expires: ({ expiresAt }) => expiresAt,
      },
      claims.proofs,
    ),
  follows: ({ follows }) =>
    table(
      {
        kind: ({ kind }) => kind,
        name: ({ name }) => name,
        id: ({ id }) => id,
        orcid: ({ orcid }) => orcid,
        path: ({ path }) => path,
        state: ({ state }) => state,
        since: ({ since }) => since,
      },
      [
        ...follows.people.map((person) => ({ ...person, kind: 'person', orcid: person.orcids[0] ?? null })),
        ...follows.places.map((place) => ({ ...place, orcid: null })),
      ],
    ),
  searches: ({ searches }) =>
    table(
      { name: ({ name }) => name, query: ({ query }) => query, state: ({ state }) => state, since: ({ since }) => since },
      searches.searches,
    ),
  notifications: ({ notifications }) =>
    table(
      {
        at: ({ at }) => at,
        kind: ({ kind }) => kind,
        title: ({ title }) => title,
        text: ({ text }) => text,
        path: ({ path }) => path,
        read: ({ readAt }) => readAt,
      },
      notifications.notifications,
    ),
  invitations: ({ invitations }) =>
    table(
      {
        id: ({ id }) => id,
        you_are: ({ role }) => role,
        from: ({ from }) => from.name,
        to: ({ to }) => to.name,
        purpose: ({ purpose }) => purpose,
        message: ({ message }) => message,
        state: ({ state }) => state,
        sent: ({ sentAt }) => sentAt,
        decided: ({ decidedAt }) => decidedAt,
        reason: ({ declineReason }) => declineReason,
      },
      invitations.invitations,
    ),
  messages: ({ threads }) =>
    table(
      {
        thread: ({ thread }) => thread.id,
        with: ({ thread }) => thread.other.name,
        by: ({ message }) => message.by,
        at: ({ message }) => message.at,
        text: ({ message }) => message.markdown,
      },
      threads.threads.flatMap((thread) => thread.messages.map((message) => ({ thread, message }))),
    ),
  reports: ({ reports }) =>
    table(
      {
        at: ({ at }) => at,
        about: ({ subject }) => subject,
        about_id: ({ subjectId }) => subjectId,
        kind: ({ kind }) => kind,
        reason: ({ reason }) => reason,
        note: ({ note }) => note,
        state: ({ state }) => state,
      },
      reports.reports,
    ),
};

/** How many things a file of a copy holds: the lengths of its lists. */
export const itemsIn = (content: object): number =>
  Object.values(content).reduce((sum: number, value: unknown) => sum + (Array.isArray(value) ? value.length : 0), 0);
