import { type Column, like, type SQL, sql } from 'drizzle-orm';
import type { Writer } from './store.ts';

/**
 * What becomes of the rows of one table when an account is exported or erased, and when two author records become one. The `lifecycle.ts` of
 * a module has one entry for each of its tables; exports, erasures and merges are loops over them.
 */
export interface TableLifecycle {
  table: LifecycleTable;
  /** The columns that refer to an account, as the schema names them; or why there is none. */
  accounts: Readonly<Record<string, AccountColumn>> | string;
  /** Columns with what a person has written or stated, in rows that outlive the account: emptied by an erasure, and why nobody needs them. */
  texts?: Readonly<Record<string, string>>;
  /** The columns that refer to an author record: how a merge moves the row, or why it stays. */
  records?: Readonly<Record<string, Move | string>>;
  /** What an erasure does before it treats the columns one by one. */
  erase?: (tx: Writer, leaving: Leaving) => Promise<void>;
}

/** A table of the schema. */
export type LifecycleTable = Parameters<Writer['update']>[0];

/** An account that is being erased. */
export interface Leaving {
  accountId: string;
  /** Its addresses as they stood; none on the second round. */
  addresses: readonly string[];
  /** Seals of what it had shown to be its own, by which a block of others knows it again; none on the second round. */
  seals: readonly string[];
}

interface AccountColumn {
  /** The account's id, its address, or something from which one of them can be read. */
  holds: 'id' | 'address' | 'within';
  /** The file of an archive with it, or why none has it. */
  archive: string | { not: string };
  erasure: Erasure;
}

/** `delete` the row, `clear` the column, `replace` the id by one that means nobody, `keep` as it is. */
interface Erasure {
  does: 'delete' | 'clear' | 'replace' | 'keep';
  why: string;
  /** Other columns that change with this one. */
  with?: Readonly<Record<string, unknown>>;
  /** A function does it, not the loop. */
  byFunction?: true;
}

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

export const deleted = (why: string): Erasure => ({ does: 'delete', why });
export const cleared = (why: string, also: Erasure['with'] = {}): Erasure => ({ does: 'clear', why, with: also });
export const replaced = (why: string, also: Erasure['with'] = {}): Erasure => ({ does: 'replace', why, with: also });
export const retained = (why: string): Erasure => ({ does: 'keep', why });
export const byFunction = (erasure: Erasure): Erasure => ({ ...erasure, byFunction: true });

/** A column with the id of an account. */
export const id = (archive: AccountColumn['archive'], erasure = deleted(own)): AccountColumn => ({ holds: 'id', archive, erasure });
export const address = (archive: AccountColumn['archive'], erasure: Erasure): AccountColumn => ({ holds: 'address', archive, erasure });
export const within = (archive: AccountColumn['archive'], erasure = deleted(own)): AccountColumn => ({ holds: 'within', archive, erasure });

/** Tables without a column that refers to an account, and why they have none. */
export const ofNobody = (why: string, ...tables: LifecycleTable[]): TableLifecycle[] => tables.map((table) => ({ table, accounts: why }));

export const corpus = 'It is made from sources, and is public.';
export const computed = 'It is computed again from the authorships.';

/** Rows in which a text is found, also within JSON. */
export const contains = (column: Column, text: string): SQL => like(sql`cast(${column} as text)`, `%${text}%`);
