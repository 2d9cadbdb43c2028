import { and, asc, eq, gt, inArray, ne } from 'drizzle-orm';
import { addSlug } from '#lib/catalog/authors/commands/create.ts';
import { removeSlugs } from '#lib/catalog/authors/commands/fields.ts';
import { familyWithin, type PartedName } from '#lib/catalog/authors/model/shown-name.ts';
import type { AuthorRow } from '#lib/catalog/authors/queries/find.ts';
import { rorIdsOf } from '#lib/catalog/contexts/commands/affiliations.ts';
import { hasPower } from '#lib/catalog/powers/model.ts';
import { isNameAccepted, nameNearness, nameReadingsOf } from '#lib/catalog/statements/model/names.ts';
import {
  isHidden,
  type Privacy,
  parseDisabledAddresses,
  parsePinned,
  parsePrivacy,
  withDisabledAddress,
} from '#lib/catalog/statements/model/statement.ts';
import { notUnlisted, visibleRecord } from '#lib/catalog/visibility/queries.ts';
import { addMs, daysMs, now } from '#lib/platform/clock.ts';
import { encodeList, isAnyOf, isInList } from '#lib/platform/db/prepared.ts';
import { columnsOf, hasRow, rowsOf } from '#lib/platform/db/rows.ts';
import { authorNames, authorSlugs, authors, ownerStatements } from '#lib/platform/db/schema/authors.ts';
import { claims } from '#lib/platform/db/schema/claims.ts';
import { visibilityRequests } from '#lib/platform/db/schema/identity.ts';
import type { Reader, RowsOf, Writer } from '#lib/platform/db/store.ts';
import { isSlugOf, nameKey, slugBase, sortName } from '#lib/platform/names/name-key.ts';

/** The statements of an owner that the record's row shows. */
export interface OwnerStatements {
  name: string | null;
  /** The family name within the name. */
  family: string | null;
  affiliation: { name: string; rorId?: string; source: 'owner'; year: number } | null;
  pinned: string[];
  privacy: Privacy | null;
  /** True if an earlier address is disabled. The name of the record then stays while the claim is suspended, like hidden fields. */
  hasDisabledAddress: boolean;
  /** True if the stated name was shown under earlier rules, which count for it until a date (`keptUntil`). */
  keepsName: boolean;
  /** Whether a request about a person at risk, and not the owner, hides the affiliations: now, or until lately. Permanent data ignores it. */
  risk: 'now' | 'lately' | null;
}

export const noStatements: OwnerStatements = {
  ...{ name: null, family: null, affiliation: null, pinned: [], privacy: null, hasDisabledAddress: false, keepsName: false, risk: null },
};

/**
 * Selects the statements of the account with the accepted claim. The statements of a suspended claim are selected too, because hidden
 * fields stay hidden: an objection must not reveal anything.
 */
const selectCountedStatements = (tx: Writer) => {
  const { authorId, accountId, field } = ownerStatements;
  const isOwners = and(eq(claims.authorId, authorId), eq(claims.accountId, accountId), inArray(claims.state, ['accepted', 'suspended']));
  return tx
    .select({ ...columnsOf(ownerStatements, 'authorId', 'field', 'value', 'at', 'keptUntil'), state: claims.state })
    .from(ownerStatements)
    .innerJoin(claims, isOwners)
    .where(and(isInList(authorId, 'authors'), ne(field, 'photo')))
    .prepare();
};
type StatementRow = RowsOf<ReturnType<typeof selectCountedStatements>>[number];

/** Returns the owners' statements about some records, by record id. Records without statements have no entry. */
export async function ownerStatementsOf(tx: Writer, ids: readonly string[]): Promise<Map<string, OwnerStatements>> {
  const rows = await tx.prepared(selectCountedStatements, { authors: encodeList(ids) });
  const affiliations = rows.filter(({ field }) => field === 'affiliation').map(({ value }) => value);
  const rorIds = await rorIdsOf(tx, affiliations);
  const statements = new Map(
    [...Map.groupBy(rows, ({ authorId }) => authorId)].map(([id, ofRecord]) => [id, parseStatements(ofRecord, rorIds)] as const),
  );
  const requests = await tx.prepared(selectAtRisk, { authors: encodeList(ids) });
  for (const [authorId, ofRecord] of Map.groupBy(requests, (row) => row.authorId)) {
    const stated = statements.get(authorId) ?? noStatements;
    const isNow = ofRecord.some(({ state }) => state === 'waiting');
    if (isHidden(stated.privacy, 'affiliations')) continue;
    if (isNow) statements.set(authorId, { ...stated, privacy: withHiddenAffiliations(stated.privacy), risk: 'now' });
    else if (ofRecord.some(({ requestedAt }) => requestedAt > addMs(now(), -daysMs(latelyDays))))
      statements.set(authorId, { ...stated, risk: 'lately' });
  }
  return statements;
}

/** Days after the request in which the affiliations that come back are not a change of the record. */
const latelyDays = 30;

/** Selects the requests about people at risk, whose affiliations are hidden until a time or a decision. */
const selectAtRisk = (tx: Writer) => {
  const { authorId, by } = visibilityRequests;
  return tx
    .select(columnsOf(visibilityRequests, 'authorId', 'state', 'requestedAt'))
    .from(visibilityRequests)
    .where(and(eq(by, 'at_risk'), isInList(authorId, 'authors')))
    .prepare();
};

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
  const keptUntil = nameRow?.keptUntil ?? null;
  const rorId = affiliation && rorIds.get(affiliation.value);
  return {
    name: nameRow?.value ?? null,
    family: acceptedRow('family')?.value ?? null,
    affiliation: affiliation
      ? { name: affiliation.value, ...(rorId && { rorId }), source: 'owner', year: affiliation.at.getUTCFullYear() }
      : null,
    pinned: pinned ? parsePinned(pinned.value) : [],
    privacy: hasDisabledAddress ? withDisabledAddress(privacy) : privacy,
    hasDisabledAddress,
    keepsName: keptUntil !== null && keptUntil > now(),
    risk: null,
  };
}

/** The naming data of a record. */
type NamedRecord = Pick<AuthorRow, 'id' | 'key' | 'name' | 'sourceName' | 'family' | 'slug'>;

interface NameEvidence {
  /** The name that the sources give. */
  given: PartedName;
  /** The name that the owner states. */
  stated: string | null;
  /** The corrected name, and who accepted the correction. */
  corrected: { value: string; by: 'owner' | 'reviewers' } | null;
  /** The names in the sources. */
  written: readonly PartedName[];
  level: number;
  /** True if the current name of the record stays: also while the claim is suspended, or for a time after the rules have changed. */
  staysAsShown: boolean;
  /** True if nobody has claimed the record, or linked it to an iD: its address then follows the name that the sources give. */
  isAddressFree: boolean;
  /** Set for a created profile that no source names. */
  unsourced: { isListed: boolean } | null;
}

/**
 * Returns the name that a record shows: the owner's if it is allowed (`mayShowName`), otherwise the corrected one, otherwise the name in the
 * sources (`nameInSources`). The slug follows it, but stays with a claimed record whose sources change their name; earlier slugs redirect. A
 * created profile takes no slug by a statement without proved control: others could not have it.
 */
export async function resolveShownName(
  tx: Writer,
  record: NamedRecord,
  { given, stated, corrected, written, level, staysAsShown, isAddressFree, unsourced }: NameEvidence,
): Promise<NamedRecord> {
  const evidence = { key: record.key, given: given.name, written: written.map((each) => each.name), level, isCreated: unsourced !== null };
  const isAllowed = async (name: string): Promise<boolean> => (staysAsShown && name === record.name) || mayShowName(tx, evidence, name);
  const acceptedName = corrected && (corrected.by === 'reviewers' || (await isAllowed(corrected.value))) ? corrected.value : given.name;
  const name = stated !== null && (await isAllowed(stated)) ? stated : acceptedName;
  const isGiven = name === given.name;
  const family = isGiven && given.family ? given.family : familyWithin(name, [given, ...written]);
  const followsName = isGiven ? isAddressFree : name !== record.name;
  const keepsAddress = unsourced !== null && !hasPower(level, 'name_form');
  const isAddressStale = followsName || isStatedAddress(record, name);
  const slug = keepsAddress
    ? await keptSlug(tx, record, { given: given.name, isListed: unsourced.isListed })
    : isAddressStale
      ? await chooseSlug(tx, record, name)
      : record.slug;
  return { id: record.id, key: record.key, name, sourceName: isGiven ? null : given.name, family, slug };
}

/**
 * Returns the slug of a created profile without proved control: the present one. While it is unlisted, it has only the slug that ends with
 * its id and those of the name that it was created with; others are given up.
 */
async function keptSlug(
  tx: Writer,
  { id, key, slug }: NamedRecord,
  { given, isListed }: { given: string; isListed: boolean },
): Promise<string> {
  if (isListed) return slug;
  const isKept = (each: string): boolean => each.endsWith(`-${id}`) || isSlugOf(each, slugBase(given));
  const ownSlugs = (await rowsOf(tx, authorSlugs, eq(authorSlugs.authorKey, key), asc(authorSlugs.slug))).map((row) => row.slug);
  const kept = isKept(slug) ? slug : ownSlugs.find(isKept);
  if (kept === undefined) return slug;
  await removeSlugs(
    tx,
    key,
    ownSlugs.filter((each) => !isKept(each)),
  );
  return kept;
}

/** Whether the address of a record was made of a name that an owner had stated, and that is shown no more. */
const isStatedAddress = (record: NamedRecord, name: string): boolean =>
  record.sourceName !== null && name !== record.name && isSlugOf(record.slug, slugBase(record.name));

/** Returns whether a record may have a name that its owner states (see `isNameAccepted`). */
export async function mayShowName(
  reader: Reader,
  { key, given, written, level, isCreated }: { key: number; given: string; written: readonly string[]; level: number; isCreated: boolean },
  name: string,
): Promise<boolean> {
  const isPrinted = [given, ...written].includes(name);
  return isNameAccepted(nameNearness(name, [given, ...written]), {
    ...{ level, isPrinted, isCreated },
    isTaken: !isPrinted && (await isNameTaken(reader, key, name)),
  });
}

/** Returns whether another visible record has this name, or a source writes it so, in any order in which a reader may read the name. */
async function isNameTaken(reader: Reader, key: number, name: string): Promise<boolean> {
  const readings = nameReadingsOf(name);
  const sortNames = [sortName(name), ...readings.map((words) => words.join(' '))];
  const nameKeys = [nameKey(name), ...readings.map((words) => words.join('-'))];
  const isOther = and(ne(authors.key, key), visibleRecord(), notUnlisted(), gt(authors.worksCount, 0));
  if (await hasRow(reader, authors, and(isAnyOf(authors.sortName, sortNames), isOther))) return true;
  const variants = await reader
    .select({ key: authors.key })
    .from(authorNames)
    .innerJoin(authors, eq(authors.key, authorNames.authorKey))
    .where(and(isAnyOf(authorNames.nameKey, nameKeys), isOther))
    .limit(1);
  return variants.length > 0;
}

/** Returns a slug of a name: an earlier one of the record, or a new one. */
async function chooseSlug(tx: Writer, { key, slug }: NamedRecord, name: string): Promise<string> {
  const base = slugBase(name);
  if (isSlugOf(slug, base)) return slug;
  await tx.lock('authors');
  const ownSlugs = await rowsOf(tx, authorSlugs, eq(authorSlugs.authorKey, key), asc(authorSlugs.slug));
  const earlierSlug = ownSlugs.find((row) => isSlugOf(row.slug, base));
  if (earlierSlug) return earlierSlug.slug;
  return addSlug(tx, base, key);
}
