import { and, eq, inArray } from 'drizzle-orm';
import { listedRecord } from '#lib/catalog/visibility/queries.ts';
import { countFollows } from '#lib/community/follows/queries/authors.ts';
import { contextFollowsOf } from '#lib/community/follows/queries/contexts.ts';
import { digestQuestionOf } from '#lib/community/notifications/queries/settings.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { encodeList, isInList } from '#lib/platform/db/prepared.ts';
import { authorNames, authors } from '#lib/platform/db/schema/authors.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { nameKey } from '#lib/platform/names/name-key.ts';
import { variantKeys } from '#lib/platform/names/similar.ts';
import { type FirstSteps, recommendedFollows } from '../model.ts';

const maxProfiles = 5;

/** Returns an account's first steps: its name, unclaimed profiles under this name, and its number of follows. */
export async function firstStepsOf(reader: Reader, actor: Actor): Promise<FirstSteps> {
  const follows = (await countFollows(reader, actor)) + (await contextFollowsOf(reader, actor, recommendedFollows)).length;
  return {
    name: actor.name,
    hasDigestChoice: (await digestQuestionOf(reader, actor)) === 'answered',
    follows: Math.min(follows, recommendedFollows),
    profiles: actor.name ? await profilesUnder(reader, actor.name) : [],
  };
}

async function profilesUnder(reader: Reader, name: string): Promise<FirstSteps['profiles']> {
  const key = nameKey(name);
  if (key === '') return [];
  return reader.prepared(profilesQuery, { keys: encodeList([key, ...variantKeys(key)]) });
}

const profilesQuery = (reader: Reader) => {
  const keysWithName = reader.select({ key: authorNames.authorKey }).from(authorNames).where(isInList(authorNames.nameKey, 'keys'));
  return reader
    .select({ slug: authors.slug, name: authors.name, works: authors.worksCount })
    .from(authors)
    .where(and(inArray(authors.key, keysWithName), listedRecord(), eq(authors.kind, 'person'), eq(authors.claimState, 'unclaimed')))
    .orderBy(authors.sortName, authors.key)
    .limit(maxProfiles)
    .prepare();
};
