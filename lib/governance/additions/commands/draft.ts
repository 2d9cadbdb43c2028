import { lt } from 'drizzle-orm';
import { type NotOwned, proveOwnership, refuseOwnership } from '#lib/catalog/ownership/queries/ownership.ts';
import type { EntryFault, ImportedWork } from '#lib/catalog/sources/model.ts';
import type { PastedWorks } from '#lib/catalog/sources/pasted.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { withinLimit } from '#lib/platform/auth/rate-limits.ts';
import { addMs, daysMs, now } from '#lib/platform/clock.ts';
import { workDrafts } from '#lib/platform/db/schema/additions.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { done, type Outcome, type Refused, refused } from '#lib/platform/outcome.ts';
import { plainText } from '#lib/platform/text/rich-text.ts';
import { maxEntries, newProfileId, readingsLimit } from '../model.ts';
import { creationRefusal, selectNewWorks } from '../queries.ts';

const draftTtlMs = daysMs(1);
const maxFaults = 50;

export type DraftErrorCode = NotOwned | 'needs_confirmed_address' | 'has_profile';

/** Returns why an account may not read works for a record, or for a record to be created; null if it may. */
async function draftRefusal(tx: Writer, actor: Actor, authorId: string): Promise<Refused<DraftErrorCode> | null> {
  if (authorId !== newProfileId) return (await proveOwnership(tx, actor, authorId)) ? null : refuseOwnership(tx, actor, authorId);
  const code = await creationRefusal(tx, actor);
  return code && refused(code);
}

/** Checks whether an account may read works for a record, and counts the attempt before anything is read. @returns the account id */
export async function startReading(
  tx: Writer,
  actor: Actor,
  { authorId }: { authorId: string },
): Promise<Outcome<string, DraftErrorCode | 'too_many_additions'>> {
  const refusal = await draftRefusal(tx, actor, authorId);
  if (refusal) return refusal;
  return (await withinLimit(tx, 'read-works', actor.accountId, readingsLimit)) ? done(actor.accountId) : refused('too_many_additions');
}

/** Omits the fields that an owner cannot state: links to code, retractions, indicators, summary and category. */
const toOwnerWork = ({ code: _, retracted: __, indicators: ___, summary: ____, category: _____, ...work }: ImportedWork) => work;

const hasTitle = ({ title }: ImportedWork): boolean => title !== null && plainText(title).trim() !== '';

const missingTitleFault = ({ authors, year }: ImportedWork): EntryFault => ({
  name: [authors[0]?.name, year].filter(Boolean).join(', ').slice(0, 200) || 'An entry',
  reason: 'It has no title. Add one, and read it again.',
});

/** Stores a draft, replacing the previous one of the same record. */
export async function storeDraft(
  tx: Writer,
  actor: Actor,
  { authorId, works, faults }: PastedWorks & { authorId: string },
): Promise<Outcome<void, DraftErrorCode | 'nothing_to_read' | 'too_many_entries'>> {
  const refusal = await draftRefusal(tx, actor, authorId);
  if (refusal) return refusal;
  if (works.length === 0 && faults.length === 0) return refused('nothing_to_read');
  if (works.length > maxEntries) return refused('too_many_entries');
  const [titled, untitled] = [works.filter(hasTitle), works.filter((work) => !hasTitle(work))];
  const allFaults = [...untitled.map(missingTitleFault), ...faults];
  const values = { entries: titled.map(toOwnerWork), faults: allFaults.slice(0, maxFaults), at: now() };
  await tx
    .insert(workDrafts)
    .values({ accountId: actor.accountId, authorId, ...values })
    .onConflictDoUpdate({ target: [workDrafts.accountId, workDrafts.authorId], set: values });
  return done(undefined);
}

/** Stores a draft of those works that the record does not have yet. */
export async function storeDraftOfNewWorks(
  tx: Writer,
  actor: Actor,
  { authorId, works, faults }: PastedWorks & { authorId: string },
): Promise<Outcome<void, DraftErrorCode | 'nothing_to_read' | 'too_many_entries' | 'nothing_new'>> {
  const newWorks = await selectNewWorks(tx, authorId, works);
  return newWorks.length === 0 ? refused('nothing_new') : storeDraft(tx, actor, { authorId, works: newWorks, faults });
}

/** Deletes drafts older than a day. */
export async function expireDrafts(tx: Writer): Promise<void> {
  await tx.delete(workDrafts).where(lt(workDrafts.at, addMs(now(), -draftTtlMs)));
}
