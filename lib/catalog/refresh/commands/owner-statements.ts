import { addSlug } from '#lib/catalog/authors/commands/create.ts';
import type { AuthorRow } from '#lib/catalog/authors/queries/find.ts';
import { rorIdsOf } from '#lib/catalog/contexts/commands/affiliations.ts';
import { isNameAccepted, nameNearness, nameReadingsOf } from '#lib/catalog/statements/model/names.ts';
import {
  type Privacy,
  parseDisabledAddresses,
  parsePinned,
  parsePrivacy,
  withDisabledAddress,
} from '#lib/catalog/statements/model/statement.ts';
import { isNotUnlistedText, visibleRecordText } from '#lib/catalog/visibility/queries.ts';
import { now } from '#lib/platform/clock.ts';
import type { Reader, Writer } from '#lib/platform/db/store.ts';
import { nameKey, slugBase, slugPattern, sortName } from '#lib/platform/names/name-key.ts';

/** The statements of an owner that the record's row shows. */
export interface OwnerStatements {
  name: string | null;
  affiliation: { name: string; rorId?: string; source: 'owner'; year: number } | null;
  pinned: string[];
  privacy: Privacy | null;
  /** True if an earlier address is disabled. The name of the record then stays while the claim is suspended, like hidden fields. */
  hasDisabledAddress: boolean;
  /** True if the stated name was shown under earlier rules, which count for it until a date (`keptUntil`). */
  keepsName: boolean;
}

export const noStatements: OwnerStatements = {
  ...{ name: null, affiliation: null, pinned: [], privacy: null, hasDisabledAddress: false, keepsName: false },
};

interface StatementRow {
  author_id: string;
  field: string;
  value: string;
  at: Date | number | string;
  kept_until: Date | number | string | null;
  state: string;
}

/**
 * Selects the statements of the account with the accepted claim. The statements of a suspended claim are selected too, because hidden
 * fields stay hidden: an objection must not reveal anything.
 */
const countedStatementsQuery = `select s.author_id, s.field, s.value, s.at, s.kept_until, c.state from owner_statements s
  join claims c on c.author_id = s.author_id and c.account_id = s.account_id and c.state in ('accepted', 'suspended')
  where s.author_id in $many and s.field <> 'photo'`;

/** Returns the owners' statements about some records, by record id. Records without statements have no entry. */
export async function ownerStatementsOf(tx: Writer, ids: readonly string[]): Promise<Map<string, OwnerStatements>> {
  const rows = await tx.query<StatementRow>(countedStatementsQuery, ids);
  const affiliations = rows.filter(({ field }) => field === 'affiliation').map(({ value }) => value);
  const rorIds = await rorIdsOf(tx, affiliations);
  const statements = new Map(
    [...Map.groupBy(rows, ({ author_id }) => author_id)].map(([id, ofRecord]) => [id, parseStatements(ofRecord, rorIds)] as const),
  );
  for (const { author_id } of await tx.query<{ author_id: string }>(atRiskQuery, ids)) {
    const stated = statements.get(author_id) ?? noStatements;
    statements.set(author_id, { ...stated, privacy: withHiddenAffiliations(stated.privacy) });
  }
  return statements;
}

/** Selects the records of people at risk, whose affiliations are hidden until a time or a decision. */
const atRiskQuery = `select author_id from visibility_requests where "by" = 'at_risk' and state = 'waiting' and author_id in $many`;

const withHiddenAffiliations = (privacy: Privacy | null): Privacy => ({
  hidden: [...new Set([...(privacy?.hidden ?? []), 'affiliations'])].sort(),
  indexed: privacy?.indexed ?? true,
});

function parseStatements(statements: readonly StatementRow[], rorIds: ReadonlyMap<string, string>): OwnerStatements {
  const acceptedRow = (field: string): StatementRow | undefined =>
    statements.find((row) => row.field === field && row.state === 'accepted');
  const [affiliation, pinned] = [acceptedRow('affiliation'), acceptedRow('pinned')];
  const privacyRow = statements.find(({ field }) => field === 'privacy');
  const privacy = privacyRow ? parsePrivacy(privacyRow.value) : null;
  const hasDisabledAddress = statements.some(({ field, value }) => field === 'stopped' && parseDisabledAddresses(value).length > 0);
  const nameRow = hasDisabledAddress ? statements.find(({ field }) => field === 'name') : acceptedRow('name');
  const keptUntil = nameRow?.kept_until ?? null;
  const rorId = affiliation && rorIds.get(affiliation.value);
  return {
    name: nameRow?.value ?? null,
    affiliation: affiliation
      ? { name: affiliation.value, ...(rorId && { rorId }), source: 'owner', year: new Date(affiliation.at).getUTCFullYear() }
      : null,
    pinned: pinned ? parsePinned(pinned.value) : [],
    privacy: hasDisabledAddress ? withDisabledAddress(privacy) : privacy,
    hasDisabledAddress,
    keepsName: keptUntil !== null && new Date(keptUntil) > now(),
  };
}

/** The naming data of a record. */
type NamedRecord = Pick<AuthorRow, 'key' | 'name' | 'sourceName' | 'slug' | 'sortName'>;

interface NameEvidence {
  /** The name that the owner states. */
  stated: string | null;
  /** The corrected name, and who accepted the correction. */
  corrected: { value: string; by: 'owner' | 'reviewers' } | null;
  /** The names in the sources. */
  written: readonly string[];
  level: number;
  /** True if the current name of the record stays: also while the claim is suspended, or for a time after the rules have changed. */
  staysAsShown: boolean;
}

/**
 * Returns the name that a record shows: the owner's if it is allowed (`mayShowName`), otherwise the corrected one, otherwise the name in the
 * sources. A record that changes its name gets a slug of the new name; the previous slug redirects permanently.
 */
export async function resolveShownName(
  tx: Writer,
  record: NamedRecord,
  { stated, corrected, written, level, staysAsShown }: NameEvidence,
): Promise<NamedRecord> {
  const sourceGivenName = record.sourceName ?? record.name;
  const isAllowed = async (name: string): Promise<boolean> =>
    (staysAsShown && name === record.name) || (await mayShowName(tx, { key: record.key, given: sourceGivenName, written, level }, name));
  const acceptedName =
    corrected && (corrected.by === 'reviewers' || (await isAllowed(corrected.value))) ? corrected.value : sourceGivenName;
  const name = stated !== null && (await isAllowed(stated)) ? stated : acceptedName;
  const sourceName = name === sourceGivenName ? null : sourceGivenName;
  if (name === record.name) return { ...record, sourceName };
  return { key: record.key, name, sourceName, slug: await chooseSlug(tx, record, name), sortName: sortName(name) };
}

/** Returns whether a record may have a name that its owner states (see `isNameAccepted`). */
export async function mayShowName(
  reader: Reader,
  { key, given, written, level }: { key: number; given: string } & Pick<NameEvidence, 'written' | 'level'>,
  name: string,
): Promise<boolean> {
  const isPrinted = [given, ...written].includes(name);
  return isNameAccepted(nameNearness(name, [given, ...written]), {
    ...{ level, isPrinted },
    isTaken: !isPrinted && (await isNameTaken(reader, key, name)),
  });
}

const visibleOtherText = `a.key <> ? and ${visibleRecordText('a')} and ${isNotUnlistedText('a')} and a.works_count > 0`;
const sameNameQueries = [
  `select a.key from authors a where a.sort_name in $many and ${visibleOtherText} limit 1`,
  `select a.key from author_names n join authors a on a.key = n.author_key where n.name_key in $many and ${visibleOtherText} limit 1`,
] as const;

/** Returns whether another visible record has this name, or a source writes it so, in any order in which a reader may read the name. */
async function isNameTaken(reader: Reader, key: number, name: string): Promise<boolean> {
  const [sortNameQuery, variantQuery] = sameNameQueries;
  const readings = nameReadingsOf(name);
  const sortNames = [sortName(name), ...readings.map((words) => words.join(' '))];
  const keys = [nameKey(name), ...readings.map((words) => words.join('-'))];
  if ((await reader.query(sortNameQuery, [...new Set(sortNames)], [key])).length > 0) return true;
  return (await reader.query(variantQuery, [...new Set(keys)], [key])).length > 0;
}

/** Returns a slug of a name: an earlier one of the record, or a new one. */
async function chooseSlug(tx: Writer, { key, slug }: NamedRecord, name: string): Promise<string> {
  const base = slugBase(name);
  if (slugPattern(base).test(slug)) return slug;
  await tx.lock('authors');
  const ownSlugs = await tx.query<{ slug: string }>('select slug from author_slugs where author_key = ? order by slug', [], [key]);
  const earlierSlug = ownSlugs.find((row) => slugPattern(base).test(row.slug));
  if (earlierSlug) return earlierSlug.slug;
  return addSlug(tx, base, key);
}
