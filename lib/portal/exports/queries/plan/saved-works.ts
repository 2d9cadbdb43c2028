import { maxSavedWorks } from '#lib/community/saved-works/model.ts';
import { everySaved, listedByKey } from '#lib/community/saved-works/queries.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import type { PortableSavedWork } from '../../model/portable.ts';
import { nothingPlanned, type Planned } from '../../model/preview.ts';
import { matchingWorks } from '../matches.ts';
import { inPieces } from '../refs.ts';

/** Permanent id, on this instance, of a work to be saved. */
export type SaveChange = { workId: string };

/** Plans which saved works exist here, by their identifiers and source ids, and may be shown in lists. */
export async function planSavedWorks(reader: Reader, actor: Actor, works: readonly PortableSavedWork[]): Promise<Planned<SaveChange>> {
  const plan = nothingPlanned<SaveChange>();
  const known = new Set((await everySaved(reader, actor)).map(({ workId }) => workId));
  const keysOf = await matchingWorks(reader, works);
  const listed = new Map<number, { id: string; title: string }>();
  for (const some of inPieces([...keysOf.values()].flat())) {
    for (const { key, ...work } of await listedByKey(reader, some)) listed.set(key, work);
  }
  for (const { id, title } of works) {
    const here = (keysOf.get(id) ?? []).flatMap((key) => listed.get(key) ?? []);
    const [work] = here;
    const path = work ? `/works/${work.id}` : null;
    const leave = (why: string) => plan.left.push({ name: title ?? 'A work that was not shown', path, detail: null, why });
    if (!work) leave('No work here has one of its identifiers.');
    else if (here.length > 1) leave('Several works here fit. Save the right one from its page.');
    else if (known.has(work.id)) plan.already += 1;
    else if (known.size >= maxSavedWorks)
      leave(`An account has ${maxSavedWorks} saved works at most. Remove one, and import the archive again.`);
    else {
      known.add(work.id);
      plan.take.push({ step: { workId: work.id }, line: { name: work.title, path, detail: null } });
    }
  }
  return plan;
}
