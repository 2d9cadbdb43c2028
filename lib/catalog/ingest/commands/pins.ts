import type { Writer } from '#lib/platform/db/store.ts';

/** Works that somebody has moved away from the record to which their sources map: "work from" → the current record. */
export type Pins = ReadonlyMap<string, number>;

export const pinnedRecordOf = (pins: Pins, workKey: number | null, authorKey: number): number | undefined =>
  pins.get(`${workKey} ${authorKey}`);

interface PinRow {
  work_key: number;
  from_key: number;
  to_key: number;
}

const toPins = (rows: readonly PinRow[]): Pins =>
  new Map(rows.map(({ work_key, from_key, to_key }) => [`${work_key} ${from_key}`, to_key]));

export async function selectPinsOfWorks(tx: Writer, workKeys: readonly number[]): Promise<Pins> {
  if (workKeys.length === 0) return new Map();
  return toPins(await tx.query<PinRow>('select work_key, from_key, to_key from authorship_pins where work_key in $many', workKeys));
}

/** Returns the works that were moved away from a record, each with its current record. */
export async function selectPinsFromRecord(tx: Writer, authorKey: number): Promise<ReadonlyMap<number, number>> {
  const rows = await tx.query<PinRow>('select work_key, from_key, to_key from authorship_pins where from_key = ?', [], [authorKey]);
  return new Map(rows.map(({ work_key, to_key }) => [work_key, to_key]));
}

interface OpinionRow {
  work_key: number;
  author_key: number;
  opinion: string;
}

/** Returns the owners' opinions on works of some records, as authorship states: "work author" → state. */
export async function selectStatedOpinions(tx: Writer, authorKeys: Iterable<number>): Promise<ReadonlyMap<string, string>> {
  const [firstOpinion] = await tx.query('select 1 as one from authorship_opinions limit 1', []);
  if (!firstOpinion) return new Map();
  // "Not mine" removes a work only for an owner who has proved control of the record.
  const query = `select o.work_key, o.author_key, o.opinion from authorship_opinions o where o.author_key in $many
    and (o.opinion <> 'not_mine' or exists (select 1 from authors a join claims c on c.author_id = a.id
      where a.key = o.author_key and c.account_id = o.account_id and c.state in ('accepted', 'suspended') and c.strength = 'strong'))`;
  const rows = await tx.query<OpinionRow>(query, [...new Set(authorKeys)]);
  const states: Record<string, string> = { mine: 'confirmed', not_mine: 'not_mine' };
  return new Map(rows.map(({ work_key, author_key, opinion }) => [`${work_key} ${author_key}`, states[opinion] ?? 'asserted']));
}
