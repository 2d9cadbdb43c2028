import { type Column, like, type SQL, sql } from 'drizzle-orm';
import type { ZodType } from 'zod';
import type { Writer } from './store.ts';

/**
 * What becomes of the rows of one table when an account is exported or erased, and when two author records become one. The `lifecycle.ts` of
 * a module has one entry for each of its tables; exports, erasures and merges are loops over them.
 */
export interface TableLifecycle {
  table: LifecycleTable;
  /** Columns that refer to an account or an author record, or hold what a person has written, as the schema names them. */
  columns: Readonly<Record<string, ColumnLifecycle>>;
  /** Why no column refers to an account, where none does. */
  ofNobody?: string;
}

type ColumnLifecycle =
  | AccountColumn
  /** What a person has written, in rows that outlive the account: emptied by an erasure, and why nobody needs it. */
  | { words: string }
  /** It refers to an author record: why a merge does not move the row. */
  | { retained: string }
  | { moves: Move };

/** A table of the schema. */
export type LifecycleTable = Parameters<Writer['update']>[0];

/** An account that is being erased. */
export interface Leaving {
  accountId: string;
  /** Its addresses as they were; none on the second round. */
  addresses: readonly string[];
  /** Seals of what it had shown to be its own, by which a block of others knows it again; none on the second round. */
  seals: readonly string[];
}

interface AccountColumn {
  /** The account's id, its address, or something from which one of them can be read. */
  holds: 'id' | 'address' | 'within';
  /** The file of an archive with it, the list of rows there, or why none has it. A file without a list is written by portal/exports. */
  archive: string | ArchivedRows | { not: string };
  erasure: Erasure;
}

/** A list of rows in a file of an archive. */
interface ArchivedRows {
  file: string;
  list: string;
  /** The columns that are the fields of a row. Their names are part of the format. */
  fields: readonly string[];
  order: SQL | Column;
  /** The forms of fields that are JSON. */
  forms?: Readonly<Record<string, ZodType>>;
}

/** `delete` the row, `clear` the column, `replace` the id by one that means nobody, `keep` as it is. */
interface Erasure {
  action: 'delete' | 'clear' | 'replace' | 'keep';
  why: string;
  /** Other columns that change with this one. */
  with?: Readonly<Record<string, unknown>>;
  /** A function does it; `elsewhere` if it is one that erases the rows of several tables together (lib/portal/erasure). */
  by?: EraseRows | 'elsewhere';
}

export type EraseRows = (tx: Writer, leaving: Leaving) => Promise<void>;

/** A merge moves a row to the record that stays, and a revert moves it back. */
export interface Move {
  /** The name of the moved rows in the stored change. */
  as: string;
  /** The columns that identify a row beside its record, by their names in the stored change; one column alone is stored as its value. */
  by: string | Readonly<Record<string, string>>;
  /** A row stays where the other record has one with equal values in these columns. */
  unlike?: readonly string[];
  /** Only rows that meet this condition, there and back. */
  where?: string;
  /** Only rows that meet this condition, there. `?` is the record that stays. */
  whereThere?: string;
  /** Only between two records of one owner. */
  sameOwner?: true;
  /** Moves the rows instead of a statement, or back the `only` ones. */
  move?: (tx: Writer, from: string, to: string, only?: readonly string[]) => Promise<string[]>;
}

const own = 'It is the account’s own, and of use to nobody else.';

export const deleted = (why: string): Erasure => ({ action: 'delete', why });
export const cleared = (why: string): Erasure => ({ action: 'clear', why });
export const replaced = (why: string, also: Erasure['with'] = {}): Erasure => ({ action: 'replace', why, with: also });
export const retained = (why: string): Erasure => ({ action: 'keep', why });
export const by = (rows: EraseRows | 'elsewhere', erasure: Erasure): Erasure => ({ ...erasure, by: rows });

/** A column with the id of an account. */
export const id = (archive: AccountColumn['archive'], erasure = deleted(own)): AccountColumn => ({ holds: 'id', archive, erasure });
export const address = (archive: AccountColumn['archive'], erasure: Erasure): AccountColumn => ({ holds: 'address', archive, erasure });
export const within = (archive: AccountColumn['archive'], erasure = deleted(own)): AccountColumn => ({ holds: 'within', archive, erasure });

export const of = (table: LifecycleTable, columns: TableLifecycle['columns'] = {}, ofNobody?: string): TableLifecycle => ({
  ...{ table, columns },
  ...(ofNobody && { ofNobody }),
});

export const corpus = 'It is made from sources, and is public.';
export const computed = { retained: 'It is computed again from the authorships.' };

/** Rows in which a text is found, also within JSON. */
export const contains = (column: Column, text: string): SQL => like(sql`cast(${column} as text)`, `%${text}%`);
