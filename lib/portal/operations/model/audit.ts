import { type Columns, csvTable } from '#lib/platform/csv.ts';
import { firstValue } from '#lib/platform/form.ts';

/** What somebody with a role did, in the words in which the operator filters and reads it. */
export const auditActions: Readonly<Record<string, string>> = {
  'review.voted': 'Voted on a question',
  'review.decided': 'A question was decided',
  'appeal.filed': 'An appeal was made',
  'record.unfrozen': 'A freeze was lifted',
  'visibility.set': 'How a name is shown was set',
  'role.offered': 'Somebody offered to decide',
  'role.declined': 'An offer to decide was declined',
  'role.granted': 'A role was given',
  'role.revoked': 'A role was revoked',
  'address.set': 'The address of an account was set by the operator',
  'sessions.ended': 'All sessions of an account were ended',
  'archive.imported': 'An archive was imported',
  announce: 'Something was announced',
  'end-announcement': 'An announcement was taken down',
  'retry-job': 'A job was given another try',
};

/** An action in words; one that an older or newer version knows stays as it is kept. */
export const actionLabels = (action: string): string => auditActions[action] ?? action;

/** One act, as the operator reads it. */
export interface AuditRow {
  id: string;
  at: Date;
  /** Null for the command line and the system. The name that the account has; never its address. */
  by: { id: string; name: string } | null;
  action: string;
  /** What it was done to: a kind, its id, what it is called where that may be shown, and where its page is. */
  subject: { kind: string; id: string; name: string | null; path: string | null };
  facts: { term: string; description: string }[];
}

/** What the operator asks for; all of it is in the address. */
export interface AuditQuery {
  action: string | null;
  /** The id of an account, or 'system' for the command line and the system. */
  by: string | null;
  /** The id of whatever it was done to. */
  subject: string | null;
  after: string | null;
}

const one = (value: string | string[] | undefined): string => firstValue(value) ?? '';
const idIn = (text: string): string | null => /^[0-9a-zA-Z_-]{1,40}$/.exec(text.trim())?.[0] ?? null;

/** What an address asks for; what means nothing is left out. A path of this site means the id at its end. */
export function parseAuditQuery(query: Record<string, string | string[] | undefined>): AuditQuery {
  const { action, by, subject, after } = query;
  return {
    action: Object.hasOwn(auditActions, one(action)) ? one(action) : null,
    by: idIn(one(by)),
    subject: idIn(
      one(subject)
        .replace(/[?#].*$/, '')
        .split('/')
        .at(-1) ?? '',
    ),
    after: /^[0-9a-z]{1,9}-[0-9a-z]{12}$/.exec(one(after))?.[0] ?? null,
  };
}

/** The address that asks for something, without what is not asked. */
export function auditAddress(asked: Partial<AuditQuery>, path = '/admin/audit'): string {
  const entries = Object.entries(asked).filter((entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '');
  return entries.length > 0 ? `${path}?${new URLSearchParams(entries)}` : path;
}

const columns: Columns<AuditRow> = {
  at: ({ at }) => at.toISOString(),
  by_id: ({ by }) => by?.id ?? null,
  by: ({ by }) => by?.name ?? 'the system',
  action: ({ action }) => action,
  subject: ({ subject }) => subject.kind,
  subject_id: ({ subject }) => subject.id,
  subject_name: ({ subject }) => subject.name,
  facts: ({ facts }) => facts.map(({ term, description }) => `${term}: ${description}`).join('; '),
};

/** The same as a file for a spreadsheet. */
export const auditFile = (rows: readonly AuditRow[]): string => csvTable(columns, rows);
