import { and, desc, eq, inArray, ne } from 'drizzle-orm';
import { enqueueRefresh } from '#lib/catalog/authors/commands/mark-changed.ts';
import { deleteRecordedAbsence } from '#lib/catalog/history/commands.ts';
import { withdrawWorksOfEarlierOwners } from '#lib/catalog/ownership/commands/added-works.ts';
import { removeUnsupportedProfiles } from '#lib/catalog/ownership/commands/created-profiles.ts';
import { type NotOwned, proveOwnership, refuseOwnership } from '#lib/catalog/ownership/queries/ownership.ts';
import { mayUse } from '#lib/catalog/powers/queries.ts';
import { type Opinion, type OpinionsInput, stateByOpinion } from '#lib/catalog/statements/model/opinions.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { now } from '#lib/platform/clock.ts';
import { isAnyOf } from '#lib/platform/db/prepared.ts';
import { firstOf, rowsOf } from '#lib/platform/db/rows.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { claims } from '#lib/platform/db/schema/claims.ts';
import { authorshipOpinions } from '#lib/platform/db/schema/identity.ts';
import { authorships } from '#lib/platform/db/schema/works.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import { worksOfAuthor } from '../queries/records.ts';
import { changeAuthorships } from './changes.ts';

async function setState(tx: Writer, key: number, workKeys: readonly number[], state: string): Promise<void> {
  const { authorKey, workKey, state: current } = authorships;
  await tx
    .update(authorships)
    .set({ state })
    .where(and(eq(authorKey, key), ne(current, state), isAnyOf(workKey, workKeys)));
}

/**
 * Stores the owner's opinions on works of a record: mine, not mine, not sure. Opinions are stored beside the data of the sources and
 * survive imports. "Not mine" removes the work from the counts, lists, files, edges and contexts of the record; the source still asserts
 * it. Works that are not on the record are ignored.
 */
export async function stateOpinionsOnWorks(
  tx: Writer,
  actor: Actor,
  { authorId, opinions }: Pick<OpinionsInput, 'authorId' | 'opinions'>,
): Promise<Outcome<{ slug: string; stated: number }, NotOwned>> {
  if (!(await proveOwnership(tx, actor, authorId))) return refuseOwnership(tx, actor, authorId);
  await tx.lock('imports');
  const [author] = await tx.select({ key: authors.key, slug: authors.slug }).from(authors).where(eq(authors.id, authorId));
  if (!author) return refused('not_your_record');
  const reviewedWorks = (await worksOfAuthor(tx, author.key)).filter(({ id }) => opinions.has(id));
  const keys = reviewedWorks.map(({ key }) => key);
  await changeAuthorships(tx, keys, [author.key], async () => {
    const at = now();
    const rows = reviewedWorks.flatMap(({ id, key }) => {
      const opinion = opinions.get(id);
      return opinion ? [{ authorKey: author.key, workKey: key, opinion, accountId: actor.accountId, at }] : [];
    });
    const unchangedSince = 'case when authorship_opinions.opinion = excluded.opinion then authorship_opinions.at else excluded.at end';
    await tx.bulkInsert(authorshipOpinions, rows, {
      onConflict: { target: ['authorKey', 'workKey'], update: ['opinion', 'accountId'], set: { at: unchangedSince } },
    });
    // Without proved control of the record, a mark hides no work.
    const mayRemove = await mayUse(tx, authorId, 'remove_works');
    for (const [opinion, group] of Map.groupBy(reviewedWorks, ({ id }) => opinions.get(id) as Opinion)) {
      const state = stateByOpinion[opinion === 'not_mine' && !mayRemove ? 'not_sure' : opinion];
      const works = group.map(({ key }) => key);
      await setState(tx, author.key, works, state);
    }
  });
  await enqueueRefresh(tx);
  return done({ slug: author.slug, stated: reviewedWorks.length });
}

/** Deletes the opinions of former owners on a record's works, so that only the sources count until the next owner states theirs. */
export async function deleteOpinionsOnRecord(tx: Writer, { authorId }: { authorId: string }): Promise<void> {
  await tx.lock('imports');
  const [author] = await tx.select({ key: authors.key, ownerId: authors.ownerId }).from(authors).where(eq(authors.id, authorId));
  if (!author) return;
  const rows = await rowsOf(tx, authorshipOpinions, eq(authorshipOpinions.authorKey, author.key));
  const formerWorkKeys = rows.filter(({ accountId }) => accountId !== author.ownerId).map(({ workKey }) => workKey);
  if (formerWorkKeys.length > 0) await deleteOpinions(tx, author.key, formerWorkKeys);
  // Runs afterwards, so that a work that a source describes too is assigned to the author in that source.
  await withdrawWorksOfEarlierOwners(tx, authorId, author.ownerId);
  // Only after a release: after a decision, an appeal may restore the claim.
  if (author.ownerId === null && (await isReleased(tx, authorId))) await removeUnsupportedProfiles(tx, [authorId]);
  if (formerWorkKeys.length > 0) await enqueueRefresh(tx);
}

async function isReleased(tx: Writer, authorId: string): Promise<boolean> {
  const latestClaim = await firstOf(tx, claims, eq(claims.authorId, authorId), desc(claims.createdAt), desc(claims.id));
  return latestClaim?.state === 'withdrawn';
}

/** Deletes the opinions of an account on all records. The caller has locked 'imports' and schedules a refresh. */
export async function deleteOpinionsOfAccount(tx: Writer, accountId: string): Promise<void> {
  const rows = await rowsOf(tx, authorshipOpinions, eq(authorshipOpinions.accountId, accountId));
  for (const [authorKey, group] of Map.groupBy(rows, (row) => row.authorKey)) {
    const works = group.map(({ workKey }) => workKey);
    await deleteOpinions(tx, authorKey, works);
  }
}

async function deleteOpinions(tx: Writer, authorKey: number, works: readonly number[]): Promise<void> {
  const { authorKey: authorColumn, workKey, opinion } = authorshipOpinions;
  const isOpinionOnWork = and(eq(authorColumn, authorKey), inArray(workKey, [...works]));
  const isDenied = and(isOpinionOnWork, eq(opinion, 'not_mine'));
  const deniedRows = await tx.select({ workKey }).from(authorshipOpinions).where(isDenied);
  await changeAuthorships(tx, works, [authorKey], async () => {
    await setState(tx, authorKey, works, 'asserted');
    await tx.delete(authorshipOpinions).where(isOpinionOnWork);
  });
  const deniedWorkKeys = deniedRows.map((row) => row.workKey);
  await deleteRecordedAbsence(tx, authorKey, deniedWorkKeys);
}
