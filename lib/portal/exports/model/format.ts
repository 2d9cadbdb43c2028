import { z } from 'zod';

/**
 * The format of an archive: a ZIP with one JSON file for each kind of thing, CSV files of what is a table, the works as CSL-JSON, a page to
 * read (index.html), and manifest.json, which names all of them. `schemas.json` holds the form of every JSON file (JSON Schema, 2020-12).
 * A field is only ever added; what changes its meaning makes `peergraph-export-2`.
 */
export const exportFormat = 'peergraph-export-1';

/** A moment: ISO 8601, UTC. */
export const moment = z.iso.datetime();
export const momentOrNull = moment.nullable();

/** What a form can be filled from: moments are dates, and what the form does not name is left out. */
export type Filling<Value> = Value extends string
  ? string | Date
  : Value extends readonly (infer Item)[]
    ? readonly Filling<Item>[]
    : Value extends object
      ? { [Key in keyof Value]: Filling<Value[Key]> }
      : Value;

/** A value with what a form names of it, and nothing else. */
export function filled(form: unknown, value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  if (value === null || typeof value !== 'object') return value;
  if (form instanceof z.ZodNullable) return filled(form.unwrap(), value);
  if (form instanceof z.ZodArray && Array.isArray(value)) return value.map((each) => filled(form.element, each));
  if (!(form instanceof z.ZodObject && form.def.catchall instanceof z.ZodNever)) return value;
  const given = new Map(Object.entries(value));
  return Object.fromEntries(
    Object.entries(form.shape).flatMap(([key, part]) => (given.has(key) ? [[key, filled(part, given.get(key))]] : [])),
  );
}

/** A record of an author, as the instance showed it; `name` and `path` are null where it is out of sight. */
export const recordRef = z.strictObject({ id: z.string(), name: z.string().nullable(), path: z.string().nullable() });
export type RecordRef = z.infer<typeof recordRef>;

/** A work by its permanent id, its identifiers, and the sources' own ids of it. */
export const workRef = z.strictObject({
  id: z.string().max(40),
  title: z.string().nullable(),
  identifiers: z.array(z.strictObject({ scheme: z.string().max(20), value: z.string().max(400) })).max(50),
  sources: z.array(z.strictObject({ source: z.string().max(40), id: z.string().max(500) })).max(50),
});
export type PortableWork = z.infer<typeof workRef>;

/** By what a person can be found on another instance: never by a name alone. */
export const personIds = z.strictObject({
  orcids: z.array(z.string().max(40)).max(20),
  /** The ids that sources themselves give to persons. */
  people: z.array(z.strictObject({ source: z.string().max(40), id: z.string().max(500) })).max(50),
  /** Works that they sign, the newest first: in which place, and under which name. */
  works: z.array(workRef.extend({ position: z.number().int().nullable(), as: z.string().max(500) })).max(5000),
});
export type PersonIds = z.infer<typeof personIds>;

/** What manifest.json says. */
export const manifest = z.object({
  format: z.string().max(100),
  /** The public address of the instance that made it. */
  instance: z.url({ protocol: /^https?$/ }).max(300),
  /** Not before there were archives: a database need not know of every year that can be written. */
  madeAt: moment.refine((at) => at > '1970'),
  account: z.object({ id: z.string().max(100), name: z.string().max(200).nullable() }),
  files: z.array(z.object({ path: z.string().max(200), bytes: z.number().int().min(0), items: z.number().int().min(0) })).max(5000),
});
export type Manifest = z.infer<typeof manifest>;

/** The files of an archive that hold what is said of the account, by their names without an ending, with their titles and their lines in the list of files. */
export const fileLabels = {
  account: {
    title: 'Account',
    description: 'Your name, addresses, ways to sign in, sessions, passkeys and roles; no secret of any of them.',
  },
  claims: { title: 'Claims and proofs', description: 'Your claims with their history, what you have shown for them, and your objections.' },
  reviews: { title: 'Decisions', description: 'Questions that were about you, your votes, and your appeals.' },
  acts: { title: 'Acts', description: 'Entries of the audit log by you or about your account.' },
  records: { title: 'Records', description: 'The records that you own, with their works and what you have said of them.' },
  trust: {
    title: 'Trust',
    description: 'The signed log and the points of your records; the folder trust holds each as the verifier of this site reads it.',
  },
  words: {
    title: 'Co-author attestations',
    description: 'Confirmations and vouches that you asked for, were asked for, gave or were given.',
  },
  follows: { title: 'Follows', description: 'People, topics, venues and institutions that you follow.' },
  searches: { title: 'Saved searches', description: 'Searches whose new works you are told of.' },
  saved: { title: 'Saved works', description: 'Works that you saved, and when.' },
  notifications: { title: 'Notifications', description: 'Your notifications, and when you read them.' },
  settings: { title: 'Settings', description: 'Your notification settings, and when your digest comes.' },
  invitations: { title: 'Invitations', description: 'What you sent and received, with their states.' },
  threads: { title: 'Threads', description: 'Your conversations, with what both sides wrote.' },
  collaborations: { title: 'Working together', description: 'With whom you have said that you work together.' },
  boundaries: {
    title: 'Boundaries',
    description: 'Whom you have blocked, also where their account is gone, and of whose messages you are not told.',
  },
  reports: { title: 'Reports', description: 'What you have said is wrong, and what came of it.' },
  changes: { title: 'Merges and splits', description: 'Changes of records that you proposed.' },
  visibility: { title: 'How names are shown', description: 'What you asked for about how a name is shown.' },
  exports: { title: 'Exports', description: 'The archives that you created and imported.' },
} as const;
export type ExportFile = keyof typeof fileLabels;
export const exportFiles = Object.keys(fileLabels) as ExportFile[];
