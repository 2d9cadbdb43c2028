import { and, eq, isNotNull, ne, type SQL } from 'drizzle-orm';
import { findWorkWithRecords } from '#lib/catalog/ingest/queries.ts';
import type { LevelPower } from '#lib/catalog/powers/model.ts';
import { ownersWith } from '#lib/catalog/powers/queries.ts';
import { untitledWork } from '#lib/catalog/sources/model.ts';
import { hiddenColumn } from '#lib/catalog/statements/queries/hidden-fields.ts';
import { namesInRole } from '#lib/catalog/works/model/citations/cited.ts';
import { type CorrectableField, correctableFields } from '#lib/catalog/works/model/correctable-fields.ts';
import { parseAffiliationLines } from '#lib/catalog/works/model/corrected-authors.ts';
import { shownValue, sourceValue } from '#lib/catalog/works/model/corrections.ts';
import { citationsByKey } from '#lib/catalog/works/queries/citations.ts';
import { workById } from '#lib/catalog/works/queries/works.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { authorships, works } from '#lib/platform/db/schema/works.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { plainText } from '#lib/platform/text/rich-text.ts';
import { type CorrectionField, isShownValue } from '../model.ts';
import type { Correctable, SubjectQueries } from './subjects.ts';

/** Corrections of works: reviewers, or two owners among the authors, decide on them. */
export const workQueries: SubjectQueries = {
  correctable: correctableWork,
  unknown: 'unknown_corrected_work',
  valueRefusal(work, field, value) {
    const shown = work.shown.get(field);
    if (shown === undefined) return 'not_correctable';
    if (isShownValue(field, shown, value)) return 'same_value';
    if (field === 'affiliations') {
      const statedNames = parseAffiliationLines(value).map(({ name }) => name);
      return statedNames.join('\n') === work.shown.get('authors') ? null : 'other_names';
    }
    const countNames = (list: string | null) => list?.split('\n').length ?? 0;
    return field === 'authors' && countNames(shown) !== countNames(value) ? 'other_number_of_authors' : null;
  },
  sourceValue: async (reader, id, field) => sourceValue(field as CorrectableField, (await findWorkWithRecords(reader, id))?.records ?? []),
  async nameOf(reader, id) {
    const [work] = await reader.select({ title: works.title }).from(works).where(eq(works.id, id)).limit(1);
    return work ? { name: work.title, path: `/works/${id}` } : null;
  },
  /** The accounts that speak for the authors, without owners whose claim is in dispute. */
  owners: (reader, id) => accountsOn(reader, id, eq(authors.claimState, 'claimed')),
};

/** Returns a work with its correctable fields; null if there is no such work. A work without source records has none. */
async function correctableWork(reader: Reader, id: string): Promise<Correctable | null> {
  const view = await workById(reader, id);
  const work = view && (await findWorkWithRecords(reader, id));
  if (!view || !work) return null;
  const name = view.title ? plainText(view.title) : untitledWork;
  const owners = await workQueries.owners(reader, id);
  const about = { subject: 'work' as const, id, name, path: `/works/${id}`, owners, authorsComplete: view.authorsComplete };
  if (work.records.length === 0) return { ...about, shown: new Map() };
  const shown = new Map<CorrectionField, string | null>(correctableFields.map((field) => [field, shownValue(field, work.records)]));
  // Names that the page does not show as the sources print them must not be disclosed here.
  const isAsPrinted = view.authors.map((line) => line.name).join('\n') === shown.get('authors');
  if (!isAsPrinted) shown.delete('authors');
  if (!(await areEditorsAsPrinted(reader, work.key, shown.get('editors') ?? null))) shown.delete('editors');
  const names = shown.get('authors')?.split('\n') ?? [];
  // The same holds for affiliations that one of the authors hides. In the form a colon ends the name, so names must not contain one.
  const isReadable = names.length > 0 && names.every((each) => !each.includes(':'));
  if (!isReadable || (await hasHiddenAffiliation(reader, work.key))) shown.delete('affiliations');
  return { ...about, shown };
}

async function areEditorsAsPrinted(reader: Reader, workKey: number, stated: string | null): Promise<boolean> {
  if (stated === null) return true;
  const [cited] = await citationsByKey(reader, [workKey], true);
  const shownNames = cited ? namesInRole(cited, 'editor').map(({ name }) => name) : [];
  return shownNames.join('\n') === stated;
}

async function hasHiddenAffiliation(reader: Reader, workKey: number): Promise<boolean> {
  const rows = await reader
    .select({ key: authorships.key })
    .from(authorships)
    .innerJoin(authors, eq(authors.key, authorships.authorKey))
    .where(and(eq(authorships.workKey, workKey), hiddenColumn('affiliations')))
    .limit(1);
  return rows.length > 0;
}

/** Returns the accounts that own a record among the authors whose level opens a power. */
export async function ownersAmongAuthorsWith(reader: Reader, workId: string, power: LevelPower): Promise<Set<string>> {
  const rows = await reader
    .selectDistinct({ id: authors.id })
    .from(works)
    .innerJoin(authorships, eq(authorships.workKey, works.key))
    .innerJoin(authors, eq(authors.key, authorships.authorKey))
    .where(and(eq(works.id, workId), ne(authorships.state, 'not_mine'), eq(authors.claimState, 'claimed')));
  return ownersWith(
    reader,
    rows.map(({ id }) => id),
    power,
  );
}

/**
 * Returns the accounts that own a record among the authors, including those with a disputed claim: none of them is an impartial reviewer.
 */
export const holdersAmongAuthors = (reader: Reader, workId: string): Promise<string[]> => accountsOn(reader, workId, undefined);

async function accountsOn(reader: Reader, workId: string, condition: SQL | undefined): Promise<string[]> {
  const rows = await reader
    .selectDistinct({ ownerId: authors.ownerId })
    .from(works)
    .innerJoin(authorships, eq(authorships.workKey, works.key))
    .innerJoin(authors, eq(authors.key, authorships.authorKey))
    .where(and(eq(works.id, workId), ne(authorships.state, 'not_mine'), isNotNull(authors.ownerId), condition));
  return rows.flatMap(({ ownerId }) => ownerId ?? []).sort();
}
