import type { Reader } from '#lib/platform/db/store.ts';
import { sealOfInstance } from '#lib/platform/keys/seal.ts';
import { nameKey } from '#lib/platform/names/name-key.ts';
import { correctedByAuthors } from './proven-record.ts';

/**
 * The names beside which sources print addresses, on works of a record: what each source's latest version says, with the record's own
 * name on that work as it is written here. Read by the record's own works alone.
 */
const beside = `select w.id as work, a.name_as_written as name, r.payload from authorships a
  join works w on w.key = a.work_key join work_sources s on s.work_key = a.work_key
  join source_records r on r.key = s.record_key
  where a.author_key = ? and a.state <> 'not_mine' and a.position is not null and s.source <> 'owner'
    and cast(r.payload as text) like '%"printedAddresses"%'`;

interface Row {
  work: string;
  name: string;
  payload: unknown;
}
type Signed = { authors?: { name: string; printedAddresses?: string[] }[] };

/** The seals that are beside one name of a list, where it is in the list once: of two of one name nobody knows whose it is. */
function sealsBeside({ name, payload }: Row): string[] {
  const { authors = [] } = (typeof payload === 'string' ? JSON.parse(payload) : payload) as Signed;
  const own = authors.filter((author) => nameKey(author.name) === nameKey(name));
  return own.length === 1 ? (own[0]?.printedAddresses ?? []) : [];
}

/** Where authors have corrected the names, the address beside a name may be another's. */
async function rowsBeside(reader: Reader, authorKey: number): Promise<Row[]> {
  const rows = await reader.query<Row>(beside, [], [authorKey]);
  const corrected = rows.length > 0 ? await correctedByAuthors(reader, authorKey, ['authors']) : new Set<string>();
  return rows.filter(({ work }) => !corrected.has(work));
}

/** The first work, by its id, on which an address is beside the authorship of a record; null where none prints it so. */
export async function workPrinting(reader: Reader, authorKey: number, address: string): Promise<string | null> {
  const seal = sealOfInstance()(address);
  const found = (await rowsBeside(reader, authorKey)).filter((row) => sealsBeside(row).includes(seal)).map(({ work }) => work);
  return found.sort()[0] ?? null;
}

/** Whether any address is beside a record's authorships: which ones, nobody is told. */
export async function hasPrinted(reader: Reader, authorKey: number): Promise<boolean> {
  return (await rowsBeside(reader, authorKey)).some((row) => sealsBeside(row).length > 0);
}
