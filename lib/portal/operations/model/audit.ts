import { type CsvColumns, csvTable } from '#lib/platform/csv.ts';
import { firstText, type QueryParameters } from '#lib/platform/form.ts';

/** Labels of audited actions, for the filter and the list. */
export const auditActionLabels: Readonly<Record<string, string>> = {
  'review.voted': 'A reviewer voted on a case',
  'review.decided': 'A case was decided',
  'appeal.filed': 'An appeal was made',
  'record.unfrozen': 'A freeze was lifted',
  'visibility.set': 'The visibility of a name was set',
  'role.offered': 'Somebody offered to review',
  'role.declined': 'An offer to review was declined',
  'role.granted': 'A role was granted',
  'role.revoked': 'A role was revoked',
  'address.set': 'The address of an account was set by the operator',
  'sessions.ended': 'All sessions of an account were ended',
  'archive.imported': 'An archive was imported',
  announce: 'An announcement was published',
  'end-announcement': 'An announcement was removed',
  'retry-job': 'A job was retried',
};

/** Returns the label of an action; the action itself if another version of Peergraph wrote it. */
export const auditActionLabel = (action: string): string => auditActionLabels[action] ?? action;

export interface AuditRow {
  id: string;
  at: Date;
  /** Account with its name, never its email address. Null for the command line and the system. */
  by: { id: string; name: string } | null;
  action: string;
  /** Subject of the action: kind, id, name if it may be shown, and path of its page. */
  subject: { kind: string; id: string; name: string | null; path: string | null };
  facts: { term: string; description: string }[];
}

/** Filter of the audit log; all of it is in the URL. */
export interface AuditQuery {
  action: string | null;
  /** Id of an account, or 'system' for the command line and the system. */
  by: string | null;
  subject: string | null;
  after: string | null;
}

const idIn = (text: string): string | null => /^[0-9a-zA-Z_-]{1,40}$/.exec(text.trim())?.[0] ?? null;

/** Parses a filter from URL parameters; invalid values are dropped. For a path of this site, the id at its end is used. */
export function parseAuditQuery(query: QueryParameters): AuditQuery {
  const { action, by, subject, after } = query;
  return {
    action: Object.hasOwn(auditActionLabels, firstText(action)) ? firstText(action) : null,
    by: idIn(firstText(by)),
    subject: idIn(
      firstText(subject)
        .replace(/[?#].*$/, '')
        .split('/')
        .at(-1) ?? '',
    ),
    after: /^[0-9a-z]{1,9}-[0-9a-z]{12}$/.exec(firstText(after))?.[0] ?? null,
  };
}

/** Returns the URL of a filter, without empty parameters. */
export function auditUrl(query: Partial<AuditQuery>, path = '/admin/audit'): string {
  const entries = Object.entries(query).filter((entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '');
  return entries.length > 0 ? `${path}?${new URLSearchParams(entries)}` : path;
}

const columns: CsvColumns<AuditRow> = {
  at: ({ at }) => at.toISOString(),
  by_id: ({ by }) => by?.id ?? null,
  by: ({ by }) => by?.name ?? 'the system',
  action: ({ action }) => action,
  subject: ({ subject }) => subject.kind,
  subject_id: ({ subject }) => subject.id,
  subject_name: ({ subject }) => subject.name,
  facts: ({ facts }) => facts.map(({ term, description }) => `${term}: ${description}`).join('; '),
};

export const formatAuditFile = (rows: readonly AuditRow[]): string => csvTable(columns, rows);
