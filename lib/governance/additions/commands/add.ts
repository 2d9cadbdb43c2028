import { and, eq, inArray } from 'drizzle-orm';
import { type AddedWork, storeAddedWorks, withdrawAddedWork } from '#lib/catalog/ownership/commands/added-works.ts';
import { type NotOwned, proveOwnership, refuseOwnership } from '#lib/catalog/ownership/queries/ownership.ts';
import type { PowerErrorCode } from '#lib/catalog/powers/model.ts';
import { powerRefusalOf } from '#lib/catalog/powers/queries.ts';
import type { Opinion } from '#lib/catalog/statements/model/opinions.ts';
import { isFrozen } from '#lib/catalog/trust/queries/log.ts';
import { isUnlisted } from '#lib/catalog/visibility/model.ts';
import { stateOpinionsOnWorks } from '#lib/governance/identity/commands/opinions.ts';
import { storeStatedMatches } from '#lib/governance/identity/commands/stated-matches.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { withinLimit } from '#lib/platform/auth/rate-limits.ts';
import { workDrafts } from '#lib/platform/db/schema/additions.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { works } from '#lib/platform/db/schema/works.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import { additionsLimit, type ChosenEntriesInput, choicesOf, isSameChoice, type RemoveWorkInput } from '../model.ts';
import { draftOf } from '../queries.ts';
import type { additionRefusals } from '../refusals.ts';

type AddErrorCode =
  | NotOwned
  | 'record_frozen'
  | PowerErrorCode
  | Extract<keyof typeof additionRefusals, 'draft_changed' | 'nothing_chosen' | 'too_many_additions'>;

/**
 * Adds the chosen entries of a draft to the record of their owner, and states of each work that it is theirs. Recomputes the choices under
 * the import lock, so that no entry duplicates a work that was imported meanwhile.
 */
export async function addDraftedWorks(
  tx: Writer,
  actor: Actor,
  { authorId, seen, chosen }: ChosenEntriesInput,
): Promise<Outcome<{ count: number }, AddErrorCode>> {
  const owner = await proveOwnership(tx, actor, authorId);
  if (!owner) return refuseOwnership(tx, actor, authorId);
  if (await isFrozen(tx, authorId)) return refused('record_frozen');
  if (!(await withinLimit(tx, 'add-works', actor.accountId, additionsLimit))) return refused('too_many_additions');
  await tx.lock('imports');
  const selection = selectChosenWorks(await draftOf(tx, owner), { seen, chosen });
  if (!selection.ok) return selection;
  const code = await joiningRefusal(tx, owner, selection.value);
  if (code) return refused(code);
  const ids = await storeAddedWorks(tx, owner, selection.value);
  const [record] = await tx.select({ key: authors.key }).from(authors).where(eq(authors.id, authorId));
  if (record) await storeStatedMatches(tx, record.key, ids);
  const opinions = new Map(ids.map((id): [string, Opinion] => [id, 'mine']));
  // Skipped for an unlisted profile: the opinion "mine" would give it works that sources describe later.
  if (await isListed(tx, authorId)) await stateOpinionsOnWorks(tx, actor, { authorId, opinions });
  await deleteDraft(tx, owner);
  return done({ count: selection.value.length });
}

/**
 * Returns why chosen entries may not join works that sources list: joining one changes a work of other people, so it needs a strong proof.
 * Everybody can suggest a correction of it instead.
 */
async function joiningRefusal(
  tx: Writer,
  { authorId }: { authorId: string },
  chosen: readonly AddedWork[],
): Promise<PowerErrorCode | null> {
  const joinedIds = chosen.flatMap(({ workId }) => workId ?? []);
  if (joinedIds.length === 0) return null;
  const rows = await tx.select({ sources: works.sources }).from(works).where(inArray(works.id, joinedIds));
  const areListed = rows.some(({ sources }) => sources.some((source) => source !== 'owner'));
  return areListed ? powerRefusalOf(tx, authorId, 'take_works') : null;
}

/** Validates the choices against the draft, and returns the chosen works. */
export function selectChosenWorks(
  storedDraft: Awaited<ReturnType<typeof draftOf>>,
  { seen, chosen }: Pick<ChosenEntriesInput, 'seen' | 'chosen'>,
): Outcome<AddedWork[], 'draft_changed' | 'nothing_chosen'> {
  if (!storedDraft || storedDraft.draft.seen !== seen) return refused('draft_changed');
  const added: AddedWork[] = [];
  for (const entry of storedDraft.draft.entries) {
    const choice = chosen.get(entry.at) ?? 'leave';
    const work = storedDraft.works[entry.at];
    if (choice === 'leave' || !work) continue;
    if (!choicesOf(entry).some((each) => isSameChoice(each, choice))) return refused('draft_changed');
    added.push({ work, own: entry.own, workId: choice === 'new' ? null : choice.joins });
  }
  return added.length > 0 ? done(added) : refused('nothing_chosen');
}

export async function deleteDraft(tx: Writer, { accountId, authorId }: { accountId: string; authorId: string }): Promise<void> {
  await tx.delete(workDrafts).where(and(eq(workDrafts.accountId, accountId), eq(workDrafts.authorId, authorId)));
}

async function isListed(tx: Writer, authorId: string): Promise<boolean> {
  const [author] = await tx.select({ visibility: authors.visibility }).from(authors).where(eq(authors.id, authorId));
  return !author || !isUnlisted(author);
}

/** Withdraws an added work. If no other source describes the work, it is no longer shown. */
export async function removeAddedWork(
  tx: Writer,
  actor: Actor,
  { authorId, workId }: RemoveWorkInput,
): Promise<Outcome<void, NotOwned | 'unknown_added_work'>> {
  const owner = await proveOwnership(tx, actor, authorId);
  if (!owner) return refuseOwnership(tx, actor, authorId);
  return (await withdrawAddedWork(tx, owner, workId)) > 0 ? done(undefined) : refused('unknown_added_work');
}
