import { storedJson } from '#lib/platform/db/rows.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { sealPrintedAddress } from '#lib/platform/keys/seal.ts';
import { nameKey } from '#lib/platform/names/name-key.ts';
import { worksCorrectedByAuthors } from './proven-record.ts';

/**
 * Selects the works of a record with printed addresses in the latest version of each source, and the record's name on them. Reads only the
 * record's own works.
 */
const printedAddressesQuery = `select w.id as work, a.name_as_written as name, r.payload from authorships a
  join works w on w.key = a.work_key join work_sources s on s.work_key = a.work_key
  join source_records r on r.key = s.record_key
  where a.author_key = ? and a.state <> 'not_mine' and a.position is not null and s.source <> 'owner'
    and cast(r.payload as text) like '%"printedAddresses"%'`;

interface Row {
  work: string;
  name: string;
  payload: unknown;
}
type SourcePayload = { authors?: { name: string; printedAddresses?: string[] }[] };

/** Returns the seals of addresses beside a name; none if the name occurs more than once in the list, because the owner is then unknown. */
function sealsOf({ name, payload }: Row): string[] {
  const { authors = [] } = storedJson<SourcePayload>(payload);
  const namedAuthors = authors.filter((author) => nameKey(author.name) === nameKey(name));
  return namedAuthors.length === 1 ? (namedAuthors[0]?.printedAddresses ?? []) : [];
}

/** Excludes works whose author names were corrected by authors: an address beside a name may belong to somebody else. */
async function selectRows(reader: Reader, authorKey: number): Promise<Row[]> {
  const rows = await reader.query<Row>(printedAddressesQuery, [], [authorKey]);
  const correctedWorkIds = rows.length > 0 ? await worksCorrectedByAuthors(reader, authorKey, ['authors']) : new Set<string>();
  return rows.filter(({ work }) => !correctedWorkIds.has(work));
}

/** Returns the first work, by id, that prints an address beside the record's authorship; null if none does. */
export async function workPrintingAddress(reader: Reader, authorKey: number, address: string): Promise<string | null> {
  const seal = sealPrintedAddress()(address);
  const workIds = (await selectRows(reader, authorKey)).filter((row) => sealsOf(row).includes(seal)).map(({ work }) => work);
  return workIds.sort()[0] ?? null;
}

/** Whether any address is printed beside a record's authorships. The addresses themselves are not disclosed. */
export async function hasPrintedAddress(reader: Reader, authorKey: number): Promise<boolean> {
  return (await selectRows(reader, authorKey)).some((row) => sealsOf(row).length > 0);
}
