import { bytes, index, instant, integer, json, key, primaryKey, table, text, uniqueIndex } from '../columns.ts';

/** One immutable, dated assertion by a source. A change creates a new version; nothing is overwritten. */
export const sourceRecords = table(
  'source_records',
  {
    key: key(),
    source: text().notNull(),
    /** 'work' | 'author'. */
    kind: text().notNull(),
    recordId: text().notNull(),
    version: integer().notNull(),
    /** SHA-256 (base64url) of the payload's canonical JSON. */
    contentHash: text().notNull(),
    payload: json().$type<unknown>().notNull(),
    observedAt: instant().notNull(),
    importId: text(),
  },
  (t) => [uniqueIndex('source_records_version').on(t.source, t.kind, t.recordId, t.version)],
);

/** One run of a source adapter: its progress and result. */
export const imports = table(
  'imports',
  {
    id: text().primaryKey(),
    source: text().notNull(),
    input: text().notNull(),
    /** 'running' | 'finished' | 'failed'. */
    state: text().notNull(),
    /** The last stored file and record; of a finished run, the files that it has read (lib/catalog/ingest/commands/files.ts). */
    cursor: json().$type<unknown>(),
    summary: json().$type<unknown>(),
    startedAt: instant().notNull(),
    finishedAt: instant(),
  },
  (t) => [index('imports_source').on(t.source, t.startedAt)],
);

/** A file as it came, so that later readers can read it again without it. A file that no record is from any more is deleted. */
export const storedInputs = table(
  'stored_inputs',
  {
    key: key(),
    source: text().notNull(),
    /** The path of the file. */
    path: text().notNull(),
    /** The name in reports. */
    name: text().notNull(),
    /** SHA-256 (base64url) of its bytes. */
    contentHash: text().notNull(),
    bytes: integer().notNull(),
    /** The version of the reader that has read it last. */
    readerVersion: integer().notNull(),
    storedAt: instant().notNull(),
  },
  (t) => [uniqueIndex('stored_inputs_content').on(t.source, t.contentHash)],
);

/** A compressed part of a stored input. */
export const storedInputParts = table(
  'stored_input_parts',
  { inputKey: integer().notNull(), part: integer().notNull(), content: bytes().$type<Uint8Array>().notNull() },
  (t) => [primaryKey({ columns: [t.inputKey, t.part] })],
);

/** What could not be read of the current records of a source. */
export const importProblems = table(
  'import_problems',
  {
    key: key(),
    source: text().notNull(),
    recordId: text().notNull(),
    /** The file and the place in it, such as "works.bib, line 12". */
    place: text().notNull(),
    field: text().notNull(),
    /** The value as the source gives it, shortened. */
    given: text().notNull(),
    message: text().notNull(),
    /** 'as text' | 'without it' | 'in part'. */
    kept: text().notNull(),
    observedAt: instant().notNull(),
    importId: text(),
  },
  (t) => [index('import_problems_record').on(t.source, t.recordId)],
);

/** Records that could not be imported, with the reason and an excerpt of the input. */
export const quarantinedRecords = table(
  'quarantined_records',
  {
    key: key(),
    source: text().notNull(),
    input: text().notNull(),
    recordId: text().notNull(),
    reason: text().notNull(),
    excerpt: text().notNull(),
    observedAt: instant().notNull(),
    importId: text(),
  },
  (t) => [uniqueIndex('quarantined_records_record').on(t.source, t.input, t.recordId)],
);
