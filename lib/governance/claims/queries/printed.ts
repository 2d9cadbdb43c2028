import { and, eq, isNotNull, ne } from 'drizzle-orm';
import { powerLevelOf } from '#lib/catalog/powers/queries.ts';
import { rowsOf } from '#lib/platform/db/rows.ts';
import { sourceRecords } from '#lib/platform/db/schema/imports.ts';
import { attestations } from '#lib/platform/db/schema/trust.ts';
import { authorships, workSources, works } from '#lib/platform/db/schema/works.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { containsText } from '#lib/platform/db/table-lifecycle.ts';
import { sealPrintedAddress } from '#lib/platform/keys/seal.ts';
import { domainOfAddress } from '../model/address-names.ts';
import { isFirmlyPrinted, type Printing } from '../model/printed-address.ts';
import type { Evidence } from '../model/proof-methods.ts';
import { organisationsAtDomain } from './institutions.ts';
import { sealsBeside } from './printed-names.ts';
import { type ProvenRecord, worksCorrectedByAuthors } from './proven-record.ts';

/**
 * Selects the works of a record with printed addresses in the latest version of each source, and the record's name on them. Reads only the
 * record's own works.
 */
const selectPrinted = (reader: Reader, authorKey: number) =>
  reader
    .select({
      ...{ work: works.id, title: works.title, type: works.type, venue: works.venue, doi: works.doi },
      ...{ name: authorships.nameAsWritten, payload: sourceRecords.payload },
    })
    .from(authorships)
    .innerJoin(works, eq(works.key, authorships.workKey))
    .innerJoin(workSources, eq(workSources.workKey, authorships.workKey))
    .innerJoin(sourceRecords, eq(sourceRecords.key, workSources.recordKey))
    .where(
      and(
        ...[eq(authorships.authorKey, authorKey), isNotNull(authorships.position), ne(workSources.source, 'owner')],
        containsText(sourceRecords.payload, '"printedAddresses"'),
      ),
    );

interface Row extends Omit<Printing, 'isConfirmed'> {
  name: string;
  payload: unknown;
}

/** Excludes works whose author names were corrected by authors: an address beside a name may belong to somebody else. */
async function selectRows(reader: Reader, authorKey: number): Promise<Row[]> {
  const rows: Row[] = await selectPrinted(reader, authorKey);
  const correctedWorkIds = rows.length > 0 ? await worksCorrectedByAuthors(reader, authorKey, ['authors']) : new Set<string>();
  return rows.filter(({ work }) => !correctedWorkIds.has(work));
}

/** Returns the works, by id, that print an address beside the record's authorship. */
export async function worksPrintingAddress(reader: Reader, authorKey: number, address: string): Promise<string[]> {
  const seal = sealPrintedAddress()(address);
  return (await selectRows(reader, authorKey))
    .filter((row) => sealsBeside(row).includes(seal))
    .map(({ work }) => work)
    .sort();
}

/** Returns the first of these works; null if there is none. */
export const workPrintingAddress = async (reader: Reader, authorKey: number, address: string): Promise<string | null> =>
  (await worksPrintingAddress(reader, authorKey, address))[0] ?? null;

/** Returns the evidence of an address that is printed beside the record's name; null if no work prints it there. */
export async function printedEvidence(
  reader: Reader,
  { id, key }: Pick<ProvenRecord, 'id' | 'key'>,
  address: string,
): Promise<Evidence<'printed_email'> | null> {
  const seal = sealPrintedAddress()(address);
  const rows = (await selectRows(reader, key)).filter((row) => sealsBeside(row).includes(seal));
  const [work] = rows.map((row) => row.work).sort();
  if (work === undefined) return null;
  const correctedWorkIds = await worksCorrectedByAuthors(reader, key, ['venue', 'doi', 'type']);
  const confirmedWorkIds = await worksConfirmedByCoauthors(reader, id);
  const printings = rows
    .filter((row) => !correctedWorkIds.has(row.work))
    .map((row) => ({ ...row, isConfirmed: confirmedWorkIds.has(row.work) }));
  const organisations = await organisationsAtDomain(reader, domainOfAddress(address));
  return { by: 'printed_email', work, atOrganisation: organisations.length > 0, isFirm: isFirmlyPrinted(printings) };
}

const minConfirmingLevel = 3;

/** Returns the works of a record that co-authors have confirmed who have the powers of L3 over other records. */
async function worksConfirmedByCoauthors(reader: Reader, authorId: string): Promise<Set<string>> {
  const isConfirmation = and(eq(attestations.kind, 'confirmation'), eq(attestations.state, 'given'), eq(attestations.authorId, authorId));
  const given = await rowsOf(reader, attestations, isConfirmation);
  const confirmed = new Set<string>();
  for (const { workId, fromAuthorId } of given)
    if (workId && ((await powerLevelOf(reader, fromAuthorId, false)) ?? 0) >= minConfirmingLevel) confirmed.add(workId);
  return confirmed;
}

/** Whether any address is printed beside a record's authorships. The addresses themselves are not disclosed. */
export async function hasPrintedAddress(reader: Reader, authorKey: number): Promise<boolean> {
  return (await selectRows(reader, authorKey)).some((row) => sealsBeside(row).length > 0);
}
