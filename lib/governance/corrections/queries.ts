import { and, desc, eq, gt, inArray, isNotNull, ne, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { findWorkWithRecords } from '#lib/catalog/ingest/queries.ts';
import { untitledWork } from '#lib/catalog/sources/model.ts';
import { hidesField } from '#lib/catalog/statements/queries/hidden-fields.ts';
import { type CorrectableField, correctableFields, shownValue } from '#lib/catalog/works/model/corrections.ts';
import { hasSuppressedAuthor } from '#lib/catalog/works/queries/provenance.ts';
import { workById } from '#lib/catalog/works/queries/works.ts';
import { accountsBlockedBy } from '#lib/community/invitations/queries/boundaries.ts';
import { firstOf, hasRow } from '#lib/platform/db/rows.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { correctionAgreements, corrections } from '#lib/platform/db/schema/corrections.ts';
import { authorships, works } from '#lib/platform/db/schema/works.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { plainText } from '#lib/platform/text/rich-text.ts';
import { isEffective } from './model.ts';

export type Correction = Omit<typeof corrections.$inferSelect, 'field'> & { field: CorrectableField };

/** Returns a row with its field; null if this version does not know the field. */
export const parseCorrection = (row: typeof corrections.$inferSelect | undefined): Correction | null => {
  const field = correctableFields.find((each) => each === row?.field);
  return row && field ? { ...row, field } : null;
};

export const correctionById = async (reader: Reader, id: string): Promise<Correction | null> =>
  parseCorrection(await firstOf(reader, corrections, eq(corrections.id, id)));

export interface CorrectableWork {
  id: string;
  name: string;
  path: string;
  /** The shown value of each correctable field. */
  shown: ReadonlyMap<CorrectableField, string | null>;
  /** False if every source truncates the list of authors. */
  authorsComplete: boolean;
}

/** Returns a work with its correctable fields; null if there is no such work. A work without source records has none. */
export async function correctableWork(reader: Reader, id: string): Promise<CorrectableWork | null> {
  const view = await workById(reader, id);
  const work = view && (await findWorkWithRecords(reader, id));
  if (!view || !work) return null;
  const name = view.title ? plainText(view.title) : untitledWork;
  const about = { id, name, path: `/works/${id}`, authorsComplete: view.authorsComplete };
  if (work.records.length === 0) return { ...about, shown: new Map() };
  const shown = new Map(correctableFields.map((field) => [field, shownValue(field, work.records)]));
  // Names that the page does not show as the sources print them must not be disclosed here.
  const isAsPrinted = view.authors.map((line) => line.name).join('\n') === shown.get('authors');
  if (!isAsPrinted) shown.delete('authors');
  const names = shown.get('authors')?.split('\n') ?? [];
  // The same holds for affiliations that one of the authors hides. In the form a colon ends the name, so names must not contain one.
  const isReadable = names.length > 0 && names.every((each) => !each.includes(':'));
  if (!isReadable || (await hasHiddenAffiliation(reader, work.key))) shown.delete('affiliations');
  return { ...about, shown };
}

async function hasHiddenAffiliation(reader: Reader, workKey: number): Promise<boolean> {
  const text = `select s.key from authorships s join authors a on a.key = s.author_key
    where s.work_key = ? and (${hidesField('a', 'affiliations')}) limit 1`;
  return (await reader.query(text, [], [workKey])).length > 0;
}

export interface CorrectableWorkName {
  name: string;
  path: string;
}

/** Returns the name and path of a work; null if there is none. */
export async function workName(reader: Reader, id: string): Promise<CorrectableWorkName | null> {
  const [work] = await reader.select({ title: works.title }).from(works).where(eq(works.id, id)).limit(1);
  return work ? { name: work.title ?? untitledWork, path: `/works/${id}` } : null;
}

/**
 * Returns the accounts that own a record among the authors, including those with a disputed claim: none of them is an impartial reviewer.
 */
export const holdersAmongAuthors = (reader: Reader, workId: string): Promise<string[]> => accountsOn(reader, workId, undefined);

/** Returns the accounts that speak for the authors. Excludes owners whose claim is in dispute. */
export const ownersAmongAuthors = (reader: Reader, workId: string): Promise<string[]> =>
  accountsOn(reader, workId, eq(authors.claimState, 'claimed'));

async function accountsOn(reader: Reader, workId: string, condition: SQL | undefined): Promise<string[]> {
  const rows = await reader
    .selectDistinct({ ownerId: authors.ownerId })
    .from(works)
    .innerJoin(authorships, eq(authorships.workKey, works.key))
    .innerJoin(authors, eq(authors.key, authorships.authorKey))
    .where(and(eq(works.id, workId), ne(authorships.state, 'not_mine'), isNotNull(authors.ownerId), condition));
  return rows.flatMap(({ ownerId }) => ownerId ?? []).sort();
}

/** An owner's agreement with a correction. An agreement from before the sources changed does not count: the owner is asked again. */
interface Agreement {
  accountId: string;
  counts: boolean;
}

/** Returns the agreements with each correction. */
export async function agreementsByCorrection(reader: Reader, ids: readonly string[]): Promise<Map<string, Agreement[]>> {
  if (ids.length === 0) return new Map();
  const { correctionId, accountId, at } = correctionAgreements;
  const rows = await reader
    .select({ correctionId, accountId, at, state: corrections.state, decidedAt: corrections.decidedAt })
    .from(correctionAgreements)
    .innerJoin(corrections, eq(corrections.id, correctionId))
    .where(inArray(correctionId, [...ids]));
  const isCounted = ({ state, ...row }: (typeof rows)[number]): boolean =>
    state !== 'contested' || row.decidedAt === null || row.at > row.decidedAt;
  const rowsById = Map.groupBy(rows, (row) => row.correctionId);
  return new Map([...rowsById].map(([id, group]) => [id, group.map((row) => ({ accountId: row.accountId, counts: isCounted(row) }))]));
}

/** Whether a correction of a work was accepted after a moment, and is in effect. */
export async function isCorrectedSince(reader: Reader, workId: string, since: Date): Promise<boolean> {
  const isInEffect = inArray(corrections.state, ['accepted', 'contested']);
  const isEffectiveSince = and(eq(corrections.workId, workId), isInEffect, gt(corrections.decidedAt, since));
  return hasRow(reader, corrections, isEffectiveSince);
}

/** Upper bound on corrections that are read for a work or record, because anybody can suggest more. */
export const maxCorrections = 100;

/** SQL order: corrections in effect, then suggestions, then ended ones, so that many suggestions cannot displace those in effect. */
export const effectiveFirst = (state: SQLWrapper): SQL =>
  sql`case when ${state} in ('accepted', 'contested') then 0 when ${state} = 'suggested' then 1 else 2 end`;

/** Sorts by creation time, newest first. Equal times keep the order of the database. */
export const sortByNewest = <Row extends { createdAt: Date }>(rows: readonly Row[]): Row[] =>
  rows.toSorted((one, other) => other.createdAt.getTime() - one.createdAt.getTime());

/** Returns the corrections of a work, newest first. */
export async function correctionsOfWork(reader: Reader, workId: string): Promise<Correction[]> {
  const rows = await reader
    .select()
    .from(corrections)
    .where(eq(corrections.workId, workId))
    .orderBy(effectiveFirst(corrections.state), desc(corrections.createdAt), desc(corrections.id))
    .limit(maxCorrections);
  return sortByNewest(rows).flatMap((row) => parseCorrection(row) ?? []);
}

/**
 * Returns the visible corrections of a work. Omits notes if they may name a person whose record is suppressed.
 * @param owner an owner among the authors, who also sees open suggestions, except by people that they have blocked
 */
export async function visibleCorrectionsOfWork(reader: Reader, workId: string, owner: string | null): Promise<Correction[]> {
  const blocked = new Set(owner === null ? [] : (await accountsBlockedBy(reader, owner)).map(({ id }) => id));
  const isWaiting = ({ state, suggesterId }: Correction): boolean =>
    owner !== null && state === 'suggested' && !blocked.has(suggesterId ?? '');
  const visibleCorrections = (await correctionsOfWork(reader, workId)).filter((each) => isEffective(each.state) || isWaiting(each));
  const areNotesHidden = visibleCorrections.some(({ note }) => note !== null) && (await hasSuppressedAuthor(reader, workId));
  return areNotesHidden ? visibleCorrections.map((each) => ({ ...each, note: null })) : visibleCorrections;
}
