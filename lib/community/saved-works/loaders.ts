import type { CitedWork } from '#lib/catalog/works/model/citations/cited.ts';
import { slotViewer, viewer } from '#lib/platform/auth/viewer.ts';
import { recordSlot } from '#lib/platform/db/dependencies.ts';
import { reader } from '#lib/platform/db/store.ts';
import type { SaveButtonProps, SavedPage, SaveState } from './model.ts';
import { isSaved, listableTitlesOf, savedCitations, savedPage, selectSavedIds } from './queries.ts';

const pageSize = 30;

/** Returns a page of the viewer's saved works; null if the viewer is not signed in. */
export async function loadSavedWorks(cursor: string | undefined): Promise<SavedPage | null> {
  const actor = await viewer();
  return actor && savedPage(reader(), actor, { cursor, limit: pageSize });
}

/** Returns all saved works of the viewer as citations; null if the viewer is not signed in. */
export async function loadSavedCitations(): Promise<CitedWork[] | null> {
  const actor = await viewer();
  return actor && savedCitations(reader(), actor);
}

/** Returns which of some works the viewer has saved; null if the viewer is not signed in. */
export async function loadSavedIds(workIds: readonly string[]): Promise<ReadonlySet<string> | null> {
  const actor = await viewer();
  return actor && selectSavedIds(reader(), actor, workIds);
}

/** Returns whether the viewer has saved a work, for a slot of its page. */
export async function loadSaveState(props: SaveButtonProps): Promise<SaveState> {
  recordSlot('work-save', props);
  const actor = await slotViewer();
  return { ...props, saved: actor && (await isSaved(reader(), actor, props.workId)) };
}

/** Returns the work to save after a sign-in, by the id in the sign-in URL; null if it cannot be saved. */
export async function loadSaveIntent(id: string): Promise<{ id: string; name: string } | null> {
  const title = (await listableTitlesOf(reader(), [id])).get(id);
  return title === undefined ? null : { id, name: title };
}
