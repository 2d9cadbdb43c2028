import type { AuthorRow } from '#lib/catalog/authors/queries/find.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import type { CorrectionField, Subject } from '../model.ts';
import type { correctionRefusals } from '../refusals.ts';
import type { Correction } from './corrections.ts';
import { recordQueries } from './records.ts';
import { workQueries } from './works.ts';

/** A public work or record with its correctable fields. */
export interface Correctable {
  subject: Subject;
  id: string;
  name: string;
  path: string;
  /** The accounts that can decide on corrections of it as owners. */
  owners: readonly string[];
  /** The shown value of each correctable field. Fields that must not be disclosed, or that an owner states, are excluded. */
  shown: ReadonlyMap<CorrectionField, string | null>;
  /** Of a work: false if every source truncates the list of authors. */
  authorsComplete?: boolean;
  /** Of a record. */
  privacy?: AuthorRow['privacy'];
}

type RefusalCode = Exclude<keyof typeof correctionRefusals, 'unknown_correction'>;

/** What differs between the corrections of works and of author records when reading. */
export interface SubjectQueries {
  /** Returns a work by its id, or a record by its id or a slug; null if there is none. */
  correctable(reader: Reader, name: string): Promise<Correctable | null>;
  /** The refusal if there is none. */
  unknown: RefusalCode;
  /** Returns why a value cannot be suggested. */
  valueRefusal(correctable: Correctable, field: CorrectionField, value: string): RefusalCode | null;
  /** Returns the value of a field according to the sources, without corrections and owner statements; null if there is none. */
  sourceValue(reader: Reader, id: string, field: CorrectionField): Promise<string | null>;
  /** Returns the name and path of a work or record; null if it is gone. */
  nameOf(reader: Reader, id: string): Promise<{ name: string | null; path: string } | null>;
  /** Returns the accounts that can decide on corrections as owners. */
  owners(reader: Reader, id: string): Promise<string[]>;
}

export const subjectQueries: Readonly<Record<Subject, SubjectQueries>> = { work: workQueries, author: recordQueries };

/** Whether the owner of a record decides alone. */
export const isDecidedByOwner = async (
  reader: Reader,
  { subject, subjectId }: Pick<Correction, 'subject' | 'subjectId'>,
): Promise<boolean> => subject === 'author' && (await recordQueries.owners(reader, subjectId)).length > 0;
