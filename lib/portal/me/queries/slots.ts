import { recordsOf } from '#lib/catalog/ownership/queries/ownership.ts';
import { contextFollowState } from '#lib/community/follows/queries/contexts.ts';
import { isSaved } from '#lib/community/saved-works/queries.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import type { FilledSlot, SlotName, SlotShows } from '../model.ts';
import { headerAccountOf, viewerStateOf } from './account.ts';

/** Returns the content of a page's slots for a viewer. Null if the viewer owns the record: then more than the slots differs. */
export async function filledSlots(reader: Reader, actor: Actor, slots: ReadonlyMap<string, object>): Promise<FilledSlot[] | null> {
  const shown = Object.fromEntries(slots) as Partial<SlotShows>;
  const author = shown['profile-actions'] ?? shown['profile-claim'];
  const place = shown['context-follow'];
  const work = shown['work-save'];
  const own = recordsOf(reader, actor);
  const [account, viewer, state, saved] = await Promise.all([
    headerAccountOf(reader, actor, own),
    author ? viewerStateOf(reader, actor, author.id, own) : null,
    place ? contextFollowState(reader, actor, place.contextId) : null,
    work ? isSaved(reader, actor, work.workId) : null,
  ]);
  if (viewer?.isOwner) return null;
  const fill: Record<SlotName, () => FilledSlot | null> = {
    account: () => ({ name: 'account', account }),
    'profile-actions': () => (author && viewer ? { name: 'profile-actions', author, viewer } : null),
    'profile-claim': () => (author && viewer ? { name: 'profile-claim', author, viewer } : null),
    'context-follow': () => (place ? { name: 'context-follow', follow: { ...place, state } } : null),
    'work-save': () => (work ? { name: 'work-save', save: { ...work, saved } } : null),
  };
  const filled = [...slots.keys()].map((name) => fill[name as SlotName]?.() ?? null);
  return filled.every((each) => each !== null) ? filled : null;
}
