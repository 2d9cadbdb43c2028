import { addSlug } from '#lib/catalog/authors/commands/create.ts';
import { rorIdsOf } from '#lib/catalog/contexts/commands/affiliations.ts';
import { isNameAccepted, nearness, readAs } from '#lib/catalog/statements/model/names.ts';
import { type Privacy, pinnedIn, privacyIn, stoppedIn, withStopped } from '#lib/catalog/statements/model/statement.ts';
import { visibleRecordText } from '#lib/catalog/visibility/queries.ts';
import type { Reader, Writer } from '#lib/platform/db/store.ts';
import { nameKey, slugBase, sortName } from '#lib/platform/names/name-key.ts';

/** What the owner of a record says that its row shows. */
export interface OwnerStatements {
  name: string | null;
  affiliation: { name: string; rorId?: string; source: 'owner'; year: number } | null;
  pinned: string[];
  privacy: Privacy | null;
  /** An old address is stopped: the name that the record has stays through doubts about its claim, as what is hidden does. */
  lasts: boolean;
}

export const noStatements: OwnerStatements = { name: null, affiliation: null, pinned: [], privacy: null, lasts: false };

interface Row {
  author_id: string;
  field: string;
  value: string;
  at: Date | number | string;
  state: string;
}

/**
 * What counts of the statements about some records, by their ids: those of the account whose claim is accepted. What it hides stays
 * so while the claim is only doubted: a doubt must not uncover anything.
 */
const counting = `select s.author_id, s.field, s.value, s.at, c.state from owner_statements s
  join claims c on c.author_id = s.author_id and c.account_id = s.account_id and c.state in ('accepted', 'suspended')
  where s.author_id in $many and s.field <> 'photo'`;

/** What owners say of some records, by the records' ids; a record of which its owner says nothing has no entry. */
export async function ownerStatementsOf(tx: Writer, ids: readonly string[]): Promise<Map<string, OwnerStatements>> {
  const rows = await tx.query<Row>(counting, ids);
  const written = rows.filter(({ field }) => field === 'affiliation').map(({ value }) => value);
  const places = await rorIdsOf(tx, written);
  return new Map([...Map.groupBy(rows, ({ author_id }) => author_id)].map(([id, said]) => [id, wordsIn(said, places)]));
}

function wordsIn(said: readonly Row[], places: ReadonlyMap<string, string>): OwnerStatements {
  const of = (field: string): Row | undefined => said.find((row) => row.field === field && row.state === 'accepted');
  const [affiliation, pinned] = [of('affiliation'), of('pinned')];
  const kept = said.find(({ field }) => field === 'privacy');
  const privacy = kept ? privacyIn(kept.value) : null;
  const lasts = said.some(({ field, value }) => field === 'stopped' && stoppedIn(value).length > 0);
  const name = lasts ? said.find(({ field }) => field === 'name') : of('name');
  const rorId = affiliation && places.get(affiliation.value);
  return {
    name: name?.value ?? null,
    affiliation: affiliation
      ? { name: affiliation.value, ...(rorId && { rorId }), source: 'owner', year: new Date(affiliation.at).getUTCFullYear() }
      : null,
    pinned: pinned ? pinnedIn(pinned.value) : [],
    privacy: lasts ? withStopped(privacy) : privacy,
    lasts,
  };
}

/** A record as its name is decided on. */
interface Named {
  key: number;
  name: string;
  sourceName: string | null;
  slug: string;
  sortName: string;
}

interface Naming {
  /** What the owner states. */
  stated: string | null;
  /** What it was corrected to, and who accepted that. */
  corrected: { value: string; by: 'owner' | 'reviewers' } | null;
  /** The names that sources write for it. */
  written: readonly string[];
  level: number;
  /** A name that the record has already stays, whatever is doubted since. */
  lasts: boolean;
}

/**
 * The name that a record shows: its owner's where that is allowed (`nameStands`), or else the corrected one, or else what sources gave. A
 * record that changes its name gets an address that says the new one; the one before leads there for ever.
 */
export async function nameShown(tx: Writer, record: Named, { stated, corrected, written, level, lasts }: Naming): Promise<Named> {
  const given = record.sourceName ?? record.name;
  const isOwners = async (name: string): Promise<boolean> =>
    (lasts && name === record.name) || (await nameStands(tx, { key: record.key, given, written, level }, name));
  const accepted = corrected && (corrected.by === 'reviewers' || (await isOwners(corrected.value))) ? corrected.value : given;
  const name = stated !== null && (await isOwners(stated)) ? stated : accepted;
  const sourceName = name === given ? null : given;
  if (name === record.name) return { ...record, sourceName };
  return { key: record.key, name, sourceName, slug: await slugFor(tx, record, name), sortName: sortName(name) };
}

/** Whether a record may have a name because its owner says so (see `isNameAccepted`). */
export async function nameStands(
  tx: Reader,
  { key, given, written, level }: { key: number; given: string } & Pick<Naming, 'written' | 'level'>,
  name: string,
): Promise<boolean> {
  return isNameAccepted(nearness(name, [given, ...written]), { level, borne: name !== given && (await isBorne(tx, key, name)) });
}

const visibleOther = `a.key <> ? and ${visibleRecordText('a')} and a.visibility <> 'unlisted' and a.works_count > 0`;
const borneBy = [
  `select a.key from authors a where a.sort_name in $many and ${visibleOther} limit 1`,
  `select a.key from author_names n join authors a on a.key = n.author_key where n.name_key in $many and ${visibleOther} limit 1`,
] as const;

/** Whether another record that everybody may see is called so, or is written so by a source, as a reader would take the name. */
async function isBorne(tx: Reader, key: number, name: string): Promise<boolean> {
  const [called, written] = borneBy;
  const read = readAs(name);
  const sorted = [sortName(name), ...read.map((words) => words.join(' '))];
  const keys = [nameKey(name), ...read.map((words) => words.join('-'))];
  if ((await tx.query(called, [...new Set(sorted)], [key])).length > 0) return true;
  return (await tx.query(written, [...new Set(keys)], [key])).length > 0;
}

const numbered = (base: string): RegExp => new RegExp(`^${base}(-\\d+)?$`);

/** An address that says a name: the record's own where it has had one, else a new one. */
async function slugFor(tx: Writer, { key, slug }: Named, name: string): Promise<string> {
  const base = slugBase(name);
  if (numbered(base).test(slug)) return slug;
  await tx.lock('authors');
  const own = await tx.query<{ slug: string }>('select slug from author_slugs where author_key = ? order by slug', [], [key]);
  const before = own.find((row) => numbered(base).test(row.slug));
  if (before) return before.slug;
  return addSlug(tx, base, key);
}
