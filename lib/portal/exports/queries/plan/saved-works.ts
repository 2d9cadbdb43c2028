import { maxSavedWorks } from '#lib/community/saved-works/model.ts';
import { allSavedWorks, listableWorksByKey } from '#lib/community/saved-works/queries.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import type { PortableSavedWork } from '../../model/portable.ts';
import { emptyPlan, type Planned } from '../../model/preview.ts';
import { matchingWorks } from '../matches.ts';
import { chunksOf } from '../refs.ts';

/** Permanent id, on this instance, of a work to be saved. */
type SaveChange = { workId: string };

/** Plans which saved works exist here, by their identifiers and source ids, and may be shown in lists. */
export async function planSavedWorks(reader: Reader, actor: Actor, works: readonly PortableSavedWork[]): Promise<Planned<SaveChange>> {
  const plan = emptyPlan<SaveChange>();
  const savedIds = new Set((await allSavedWorks(reader, actor)).map(({ workId }) => workId));
  const keysOf = await matchingWorks(reader, works);
  const listedWorks = new Map<number, { id: string; title: string }>();
  for (const batch of chunksOf([...keysOf.values()].flat())) {
    for (const { key, ...work } of await listableWorksByKey(reader, batch)) listedWorks.set(key, work);
  }
  for (const { id, title } of works) {
    const matchingWorksHere = (keysOf.get(id) ?? []).flatMap((key) => listedWorks.get(key) ?? []);
    const [work] = matchingWorksHere;
    const path = work ? `/works/${work.id}` : null;
    const exclude = (why: string) => plan.notImported.push({ name: title ?? 'A work that was not shown', path, detail: null, why });
    if (!work) exclude('No work here has one of its identifiers.');
    else if (matchingWorksHere.length > 1) exclude('Several works here fit. Save the right one from its page.');
    else if (savedIds.has(work.id)) plan.presentCount += 1;
    else if (savedIds.size >= maxSavedWorks)
      exclude(`An account has ${maxSavedWorks} saved works at most. Remove one, and import the archive again.`);
    else {
      savedIds.add(work.id);
      plan.toImport.push({ step: { workId: work.id }, line: { name: work.title, path, detail: null } });
    }
  }
  return plan;
}
