import { z } from 'zod';

/**
 * Format of an archive: a ZIP with one JSON file for each kind of data, CSV files of tables, the works as CSL-JSON, a readable page
 * (index.html), and manifest.json, which lists all of them. `schemas.json` contains the schemas of the JSON files (JSON Schema 2020-12).
 * Fields may be added; a change of meaning requires `peergraph-export-2`.
 */
export const exportFormat = 'peergraph-export-1';

/** Time in ISO 8601, UTC. */
export const isoTime = z.iso.datetime();
export const isoTimeOrNull = isoTime.nullable();

/** Input from which a schema is filled: times are dates, and fields that the schema does not name are dropped. */
export type SchemaInput<Value> = Value extends string
  ? string | Date
  : Value extends readonly (infer Item)[]
    ? readonly SchemaInput<Item>[]
    : Value extends object
      ? { [Key in keyof Value]: SchemaInput<Value[Key]> }
      : Value;

/** Returns a value with only the fields that a schema names. */
export function pickFields(form: unknown, value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  if (value === null || typeof value !== 'object') return value;
  if (form instanceof z.ZodNullable) return pickFields(form.unwrap(), value);
  if (form instanceof z.ZodArray && Array.isArray(value)) return value.map((each) => pickFields(form.element, each));
  if (!(form instanceof z.ZodObject && form.def.catchall instanceof z.ZodNever)) return value;
  const fields = new Map(Object.entries(value));
  return Object.fromEntries(
    Object.entries(form.shape).flatMap(([key, part]) => (fields.has(key) ? [[key, pickFields(part, fields.get(key))]] : [])),
  );
}

/** Author record, as the instance showed it. `name` and `path` are null if it is hidden. */
export const recordRef = z.strictObject({ id: z.string(), name: z.string().nullable(), path: z.string().nullable() });
export type RecordRef = z.infer<typeof recordRef>;

/** Work with its permanent id, its identifiers, and its ids at sources. */
export const workRef = z.strictObject({
  id: z.string().max(40),
  title: z.string().nullable(),
  identifiers: z.array(z.strictObject({ scheme: z.string().max(20), value: z.string().max(400) })).max(50),
  sources: z.array(z.strictObject({ source: z.string().max(40), id: z.string().max(500) })).max(50),
});
export type PortableWork = z.infer<typeof workRef>;

/** Identifiers by which a person can be found elsewhere. A name alone never suffices. */
export const personIds = z.strictObject({
  orcids: z.array(z.string().max(40)).max(20),
  /** Person ids that the sources assign. */
  people: z.array(z.strictObject({ source: z.string().max(40), id: z.string().max(500) })).max(50),
  /** Works that the person signs, newest first, with position and name as written. */
  works: z.array(workRef.extend({ position: z.number().int().nullable(), as: z.string().max(500) })).max(5000),
});
export type PersonIds = z.infer<typeof personIds>;

/** manifest.json */
export interface Manifest {
  format: typeof exportFormat;
  /** Public URL of the instance that created the archive. */
  instance: string;
  madeAt: string;
  account: { id: string; name: string | null };
  files: { path: string; bytes: number; items: number }[];
}

/** Titles and descriptions of the JSON files of an archive, by file name without extension. */
export const fileLabels = {
  account: { title: 'Account', description: 'Your name, addresses, sign-in methods, sessions, passkeys and roles, without secrets.' },
  claims: { title: 'Claims and proofs', description: 'Your claims with their history, your proofs, and your objections.' },
  reviews: { title: 'Decisions', description: 'Review cases about you, your votes, and your appeals.' },
  acts: { title: 'Audit log', description: 'Entries of the audit log by you or about your account.' },
  records: { title: 'Profiles', description: 'The profiles that you own, with their works and your statements.' },
  trust: {
    title: 'Trust',
    description: 'The signed log and the points of your profiles. The folder trust contains each of them as a document for the verifier.',
  },
  words: { title: 'Co-author attestations', description: 'Confirmations and vouches that you requested, gave or received.' },
  follows: { title: 'Follows', description: 'People, topics, venues and institutions that you follow.' },
  searches: { title: 'Saved searches', description: 'Searches for works that you follow.' },
  saved: { title: 'Saved works', description: 'Works that you saved, and when.' },
  notifications: { title: 'Notifications', description: 'Your notifications, and when you read them.' },
  settings: { title: 'Notification settings', description: 'Your choices for notifications and the digest.' },
  invitations: { title: 'Invitations', description: 'Invitations that you sent and received, with their states.' },
  threads: { title: 'Conversations', description: 'Your conversations, with the messages of both sides.' },
  collaborations: { title: 'Working together', description: 'People with whom you have confirmed that you work together.' },
  boundaries: {
    title: 'Blocked and muted people',
    description: 'People you have blocked, including erased accounts, and people you have muted.',
  },
  reports: { title: 'Reports', description: 'Your reports, and the decisions on them.' },
  changes: { title: 'Merges and splits', description: 'Changes of profiles that you proposed.' },
  visibility: { title: 'Name visibility', description: 'Your requests to change how a name is shown.' },
  exports: {
    title: 'Archives',
    description: 'The archives that you created, and those of other instances that an earlier release imported.',
  },
} as const;
export type ExportFile = keyof typeof fileLabels;
export const exportFiles = Object.keys(fileLabels) as ExportFile[];
