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
import { isNotUnlistedText } from '#lib/catalog/visibility/queries.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { enqueue } from '#lib/platform/jobs/queue.ts';
import { slugBase } from '#lib/platform/names/name-key.ts';

/** Whether a registry or the operator's staff list names the owner: the profile is then at L1. */
const isProved = (events: readonly LogEvent[], at: Date): boolean =>
  shownEvidence(events).some(
    ({ namesPerson, stale, revokedAt, expiresAt }) => namesPerson && !stale && !revokedAt && (expiresAt === null || expiresAt > at),
  );

/**
 * Queries for created profiles with a source: a registered source names the profile by a person id or ORCID iD on a work for which the
 * owner has stated no opinion; or people have decided to merge a source's profile into it.
 */
const sourcedProfileQueries = [
  `select distinct author_key as key from authorships where author_key in $many and source not in ('owner', 'correction')
   and state = 'asserted' and resolved_by in ('person_id', 'orcid')`,
  `select distinct merged_into as key from authors where merged_into in $many and ${isNotUnlistedText()}
   and (listed_as is null or listed_as = 'source')`,
] as const;

interface ProfileListing {
  key: number;
  visibility: Visibility;
  listed_as: Listing;
  merged_into: number | null;
}

/** Gives a listed profile the slug of its name. Its first slug, which ends with its id, redirects to it. */
async function giveNameSlug(tx: Writer, key: number): Promise<void> {
  const [author] = await tx.query<{ id: string; name: string; slug: string }>(
    'select id, name, slug from authors where key = ?',
    [],
    [key],
  );
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
  const createdProfiles = rows.filter(
    (row) => isUnsourcedProfile({ listedAs: row.listed_as }) && isVisibleRecord({ ...row, mergedInto: row.merged_into }),
  );
  if (createdProfiles.length === 0) return;
  const keys = createdProfiles.map(({ key }) => key);
  const sourcedKeys = new Set<number>();
  for (const query of sourcedProfileQueries) for (const { key } of await tx.query<{ key: number }>(query, keys)) sourcedKeys.add(key);
  const newlyListed: number[] = [];
  for (const row of createdProfiles) {
    const support = sourcedKeys.has(row.key) ? 'source' : isProved(eventsOn(row), at) ? 'proof' : null;
    const { visibility, listedAs } = supportedListing({ visibility: row.visibility, listedAs: row.listed_as }, support);
    if (listedAs === row.listed_as && visibility === row.visibility) continue;
    await setProfileListing(tx, row.key, { listedAs, visibility });
    if (isUnlisted({ visibility })) await removeHiddenWorks(tx, row.key);
    else if (isUnlisted(row)) {
      newlyListed.push(row.key);
      await giveNameSlug(tx, row.key);
    }
    row.visibility = visibility;
    row.listed_as = listedAs;
  }
  if (newlyListed.length > 0) await enqueue(tx, { kind: 'index-works', payload: { authorKeys: newlyListed } });
}
