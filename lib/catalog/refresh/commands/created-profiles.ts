import { and, eq, inArray, isNull, notInArray, or } from 'drizzle-orm';
import { addSlug } from '#lib/catalog/authors/commands/create.ts';
import { setProfileListing, setSlug } from '#lib/catalog/authors/commands/fields.ts';
import { removeHiddenWorks } from '#lib/catalog/search-index/documents.ts';
import { shownEvidence } from '#lib/catalog/trust/model/facts.ts';
import type { LogEvent } from '#lib/catalog/trust/model/log.ts';
import {
  isUnlisted,
  isUnsourcedProfile,
  isVisibleRecord,
  type Listing,
  supportedListing,
  type Visibility,
} from '#lib/catalog/visibility/model.ts';
import { notUnlisted } from '#lib/catalog/visibility/queries.ts';
import { isAnyOf } from '#lib/platform/db/prepared.ts';
import { columnsOf, keysOf } from '#lib/platform/db/rows.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { authorships } from '#lib/platform/db/schema/works.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { enqueue } from '#lib/platform/jobs/queue.ts';
import { slugBase } from '#lib/platform/names/name-key.ts';

/** Whether a registry or the operator's staff list names the owner: the profile is then at L1. */
const isProved = (events: readonly LogEvent[], at: Date): boolean =>
  shownEvidence(events).some(
    ({ namesPerson, stale, revokedAt, expiresAt }) => namesPerson && !stale && !revokedAt && (expiresAt === null || expiresAt > at),
  );

/**
 * Returns the created profiles with a source: a registered source names the profile by a person id or ORCID iD on a work for which the
 * owner has stated no opinion; or people have decided to merge a source's profile into it.
 */
async function selectSourced(tx: Writer, keys: readonly number[]): Promise<Set<number>> {
  const { authorKey, source, state, resolvedBy } = authorships;
  const isNamed = and(
    ...[isAnyOf(authorKey, keys), notInArray(source, ['owner', 'correction'])],
    ...[eq(state, 'asserted'), inArray(resolvedBy, ['person_id', 'orcid'])],
  );
  const named = await tx.selectDistinct({ key: authorKey }).from(authorships).where(isNamed);
  const isListedBySource = or(isNull(authors.listedAs), eq(authors.listedAs, 'source'));
  const isMerged = and(isAnyOf(authors.mergedInto, keys), notUnlisted(), isListedBySource);
  const merged = await tx.selectDistinct({ key: authors.mergedInto }).from(authors).where(isMerged);
  return new Set([...named, ...merged].flatMap(({ key }) => key ?? []));
}

interface ProfileListing {
  key: number;
  visibility: Visibility;
  listedAs: Listing;
  mergedInto: number | null;
}

/** Gives a listed profile the slug of its name. Its first slug, which ends with its id, redirects to it. */
async function giveNameSlug(tx: Writer, key: number): Promise<void> {
  const [author] = await tx
    .select(columnsOf(authors, 'id', 'name', 'slug'))
    .from(authors)
    .where(eq(authors.key, key));
  if (!author?.slug.endsWith(author.id)) return;
  await tx.lock('authors');
  await setSlug(tx, key, await addSlug(tx, slugBase(author.name), key));
}

/**
 * Lists created profiles while evidence supports them, and permanently once a source does. Updates the entries of `rows` that it changes.
 */
export async function listSupportedProfiles<Row extends ProfileListing>(
  tx: Writer,
  rows: readonly Row[],
  eventsOn: (row: Row) => readonly LogEvent[],
  at: Date,
): Promise<void> {
  const createdProfiles = rows.filter((row) => isUnsourcedProfile(row) && isVisibleRecord(row));
  if (createdProfiles.length === 0) return;
  const sourcedKeys = await selectSourced(tx, keysOf(createdProfiles));
  const newlyListed: number[] = [];
  for (const row of createdProfiles) {
    const support = sourcedKeys.has(row.key) ? 'source' : isProved(eventsOn(row), at) ? 'proof' : null;
    const { visibility, listedAs } = supportedListing(row, support);
    if (listedAs === row.listedAs && visibility === row.visibility) continue;
    await setProfileListing(tx, row.key, { listedAs, visibility });
    if (isUnlisted({ visibility })) await removeHiddenWorks(tx, row.key);
    else if (isUnlisted(row)) {
      newlyListed.push(row.key);
      await giveNameSlug(tx, row.key);
    }
    row.visibility = visibility;
    row.listedAs = listedAs;
  }
  if (newlyListed.length > 0) await enqueue(tx, { kind: 'index-works', payload: { authorKeys: newlyListed } });
}
