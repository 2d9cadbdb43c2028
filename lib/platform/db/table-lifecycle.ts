import { type Column, like, type SQL, sql } from 'drizzle-orm';
import type { ZodType } from 'zod';
import type { Writer } from './store.ts';

/**
 * The effect of exports, erasures and merges on the rows of one table. The `lifecycle.ts` of a module has one entry for each of its tables;
 * exports, erasures and merges iterate over them.
 */
export interface TableLifecycle {
  table: LifecycleTable;
  /** Columns that refer to an account or an author record, or contain text written by a person, by their names in the schema. */
  columns: Readonly<Record<string, ColumnLifecycle>>;
  /** The reason why no column refers to an account, if none does. */
  noAccountReason?: string;
}

type ColumnLifecycle =
  | AccountColumn
  /** Text written by a person, in rows that outlive the account. An erasure empties it; the value says why it is not needed. */
  | { erasedText: string }
  /** A reference to an author record; the value says why a merge does not move the row. */
  | { retained: string }
  | { moves: Move };

/** A table of the schema. */
export type LifecycleTable = Parameters<Writer['update']>[0];

/** An account that is being erased. */
export interface ErasedAccount {
  accountId: string;
  /** Its former email addresses; empty in the second pass. */
  addresses: readonly string[];
  /** Seals of identities that it had proved, by which retained blocks recognise it; empty in the second pass. */
  seals: readonly string[];
}

interface AccountColumn {
  /** The account's id, its email address, or a value that contains one of them. */
  holds: 'id' | 'address' | 'within';
  /**
   * The archive file that contains it, the lists of rows in it, or the reason why no file does. A file without a list is written by
   * portal/exports.
   */
  archive: string | ArchivedRows | readonly ArchivedRows[] | { not: string };
  erasure: Erasure;
}

/** A list of rows in a file of an archive. */
interface ArchivedRows {
  file: string;
  list: string;
  /** The columns that are fields of a row. Their names are part of the archive format. */
  fields: readonly string[];
  /** The columns of fields that have another name in the archive. */
  renamedFields?: Readonly<Record<string, string>>;
  /** Only rows that match this condition. */
  where?: SQL;
  order: SQL | Column;
  /** Schemas of fields that are JSON. */
  forms?: Readonly<Record<string, ZodType>>;
}

/** `delete` the row, `clear` the column, `replace` the id by a placeholder, or `keep` it. */
interface Erasure {
  action: 'delete' | 'clear' | 'replace' | 'keep';
  reason: string;
  /** Other columns that are set together with this one. */
  alsoSet?: Readonly<Record<string, unknown>>;
  /** A function that erases the rows; `elsewhere` if one function erases rows of several tables together (lib/portal/erasure). */
  eraseRows?: EraseRows | 'elsewhere';
}

export type EraseRows = (tx: Writer, leaving: ErasedAccount) => Promise<void>;

/** How a merge moves a row to the remaining record, and a revert moves it back. */
export interface Move {
  /** The name of the moved rows in the stored change. */
  storedName: string;
  /** The columns that identify a row besides its record, by their names in the stored change. A single column is stored as its value. */
  identifiedBy: string | Readonly<Record<string, string>>;
  /** A row does not move if the target record has one with equal values in these columns. */
  unlessEqual?: readonly string[];
  /** Only rows that match this condition, in both directions. */
  where?: string;
  /** Only rows that match this condition, in the direction of the merge. `?` is the remaining record. */
  whereOnMerge?: string;
  /** Only between two records of one owner. */
  sameOwner?: true;
  /** Moves the rows instead of a statement, or moves back only the rows in `only`. */
  move?: (tx: Writer, from: string, to: string, only?: readonly string[]) => Promise<string[]>;
}

const ownDataReason = 'It belongs to the account and serves nobody else.';

export const deleted = (reason: string): Erasure => ({ action: 'delete', reason });
export const cleared = (reason: string): Erasure => ({ action: 'clear', reason });
export const replaced = (reason: string, also: Erasure['alsoSet'] = {}): Erasure => ({ action: 'replace', reason, alsoSet: also });
export const retained = (reason: string): Erasure => ({ action: 'keep', reason });
export const erasedBy = (rows: EraseRows | 'elsewhere', erasure: Erasure): Erasure => ({ ...erasure, eraseRows: rows });

/** Returns the lists of rows of a column. */
export const archivedLists = (archive: AccountColumn['archive']): readonly ArchivedRows[] =>
  [archive].flat().flatMap((each) => (typeof each === 'object' && 'list' in each ? [each] : []));

/** A column with the id of an account. */
export const accountIdColumn = (archive: AccountColumn['archive'], erasure = deleted(ownDataReason)): AccountColumn => ({
  holds: 'id',
  archive,
  erasure,
});
export const addressColumn = (archive: AccountColumn['archive'], erasure: Erasure): AccountColumn => ({
  holds: 'address',
  archive,
  erasure,
});
export const accountColumn = (archive: AccountColumn['archive'], erasure = deleted(ownDataReason)): AccountColumn => ({
  holds: 'within',
  archive,
  erasure,
});

export const lifecycleOf = (table: LifecycleTable, columns: TableLifecycle['columns'] = {}, noAccountReason?: string): TableLifecycle => ({
  ...{ table, columns },
  ...(noAccountReason && { noAccountReason }),
});

export const corpusReason = 'It is derived from sources, and is public.';
export const computedReference = { retained: 'It is computed again from the authorships.' };

/** Matches rows whose column contains a text, also within JSON. */
export const containsText = (column: Column, text: string): SQL => like(sql`cast(${column} as text)`, `%${text}%`);
