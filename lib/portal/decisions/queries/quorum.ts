import { inArray } from 'drizzle-orm';
import type { CaseHandler, Review } from '#lib/governance/cases/case-handlers.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { subjectHandlerOf } from '../case-handlers/registry.ts';
import type { QuorumFacts } from '../model/quorum.ts';

/** Returns the facts that determine the number of required votes. For an appeal, they are those of the appealed decision. */
export async function quorumFactsOf(reader: Reader, review: Review): Promise<QuorumFacts> {
  const subject = await subjectHandlerOf(reader, review);
  const { isAboutName = false, isAboutOwner = false } = subject;
  const isGrave = isAboutName || (await subject.approvalTakesTwo?.(reader, review.subjectId, await isClaimed(reader, subject, review)));
  return { alwaysTwo: review.votesNeeded > 1 || isAboutOwner, approvalTakesTwo: isGrave ?? false };
}

/** Returns whether a record of the case has an owner. For a merge, either record counts. */
async function isClaimed(reader: Reader, { recordsOf }: CaseHandler, { authorId, subjectId }: Review): Promise<boolean> {
  const others = (await recordsOf?.(reader, [subjectId]))?.get(subjectId) ?? [];
  const ids = authorId ? [authorId, ...others] : others;
  if (ids.length === 0) return false;
  const rows = await reader.select({ ownerId: authors.ownerId }).from(authors).where(inArray(authors.id, ids));
  return rows.some(({ ownerId }) => ownerId !== null);
}
