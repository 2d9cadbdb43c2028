import { storeAddedWorks } from '#lib/catalog/ownership/commands/added-works.ts';
import { createUnlistedRecord } from '#lib/catalog/ownership/commands/created-profiles.ts';
import { refreshAuthor } from '#lib/catalog/refresh/commands/authors.ts';
import { lockAccountRows } from '#lib/community/accounts/commands/lock.ts';
import { claimCreatedRecord } from '#lib/governance/claims/commands/own-created.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { withinLimit } from '#lib/platform/auth/rate-limits.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import { type CreateProfileInput, creationsLimit, newProfileId } from '../model.ts';
import { creationRefusal, draftOf, namesakesOf } from '../queries.ts';
import type { additionRefusals } from '../refusals.ts';
import { deleteDraft, selectChosenWorks } from './add.ts';

type CreateErrorCode = Extract<
  keyof typeof additionRefusals,
  'needs_confirmed_address' | 'has_profile' | 'namesakes_unseen' | 'too_many_profiles' | 'draft_changed' | 'nothing_chosen'
>;

/**
 * Creates the profile of a person whom no source names, with the chosen works. It is unlisted until a proof or a registered source supports
 * it. The lock makes the second of two concurrent requests see the first.
 */
export async function createProfile(
  tx: Writer,
  actor: Actor,
  { name, hasSeenNamesakes, seen, chosen }: CreateProfileInput,
): Promise<Outcome<{ slug: string }, CreateErrorCode>> {
  await tx.lock('imports');
  await lockAccountRows(tx, [actor.accountId]);
  const refusal = await creationRefusal(tx, actor);
  if (refusal) return refused(refusal);
  const draft = { accountId: actor.accountId, authorId: newProfileId };
  const selection = selectChosenWorks(await draftOf(tx, { ...draft, names: [name] }), { seen, chosen });
  if (!selection.ok) return selection;
  if (!hasSeenNamesakes && (await namesakesOf(tx, name)).length > 0) return refused('namesakes_unseen');
  if (!(await withinLimit(tx, 'create-profile', actor.accountId, creationsLimit))) return refused('too_many_profiles');
  const { id, slug } = await createUnlistedRecord(tx, name);
  const owner = await claimCreatedRecord(tx, actor, id);
  await storeAddedWorks(tx, owner, selection.value);
  await refreshAuthor(tx, id);
  await deleteDraft(tx, draft);
  return done({ slug });
}
