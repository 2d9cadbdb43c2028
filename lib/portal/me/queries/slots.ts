import { ownedRecordsOf } from '#lib/catalog/ownership/queries/ownership.ts';
import { listFollowsOf } from '#lib/community/follows/queries/authors.ts';
import { contextFollowState } from '#lib/community/follows/queries/contexts.ts';
import { isSaved } from '#lib/community/saved-works/queries.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { type FilledSlot, personSlotName, type SlotFacts, type SlotName } from '../model.ts';
import { headerAccountOf, viewerStateOf } from './account.ts';

/**
 * Returns the content of a page's slots for a viewer. Follow buttons of listed people whom the viewer does not follow are missing: they
 * stay as visitors see them. Null if the viewer owns the record: then more than the slots differs.
 */
export async function fillSlots(
  reader: Reader,
  actor: Actor,
  { slots, path }: { slots: ReadonlyMap<string, object>; path: string },
): Promise<FilledSlot[] | null> {
  const slotContent = Object.fromEntries(slots) as Partial<SlotFacts>;
  const author = slotContent['profile-actions'] ?? slotContent['profile-claim'];
  const context = slotContent['context-follow'];
  const work = slotContent['work-save'];
  const listed = slotContent['list-follows']?.people ?? [];
  const ownRecords = ownedRecordsOf(reader, actor);
  const [account, viewer, state, saved, listFollows] = await Promise.all([
    headerAccountOf(reader, actor, ownRecords),
    author ? viewerStateOf(reader, actor, author.id, ownRecords) : null,
    context ? contextFollowState(reader, actor, context.contextId) : null,
    work ? isSaved(reader, actor, work.workId) : null,
    listFollowsOf(
      reader,
      actor,
      listed.map(({ slug }) => slug),
    ),
  ]);
  if (viewer?.isOwner) return null;
  const slotFillers: Record<SlotName, () => FilledSlot | null> = {
    account: () => ({ name: 'account', account }),
    'digest-question': () => ({ name: 'digest-question', asked: account.asksDigest }),
    'bottom-bar': () => ({ name: 'bottom-bar', account: { unreadThreads: account.unreadThreads }, path }),
    'profile-actions': () => (author && viewer ? { name: 'profile-actions', author, viewer } : null),
    'profile-claim': () => (author && viewer ? { name: 'profile-claim', author, viewer } : null),
    'context-follow': () => (context ? { name: 'context-follow', follow: { ...context, state } } : null),
    'work-save': () => (work ? { name: 'work-save', save: { ...work, saved } } : null),
  };
  const filled = [...slots.keys()].filter((name) => name !== 'list-follows').map((name) => slotFillers[name as SlotName]?.() ?? null);
  if (!filled.every((each) => each !== null)) return null;
  const people = listed.flatMap((person): FilledSlot[] => {
    const personState = listFollows.get(person.slug);
    return personState ? [{ name: personSlotName(person.slug), person, state: personState }] : [];
  });
  return [...filled, ...people];
}
