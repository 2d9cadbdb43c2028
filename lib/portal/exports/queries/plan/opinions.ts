import { untitledWork } from '#lib/catalog/sources/model.ts';
import { type Opinion, opinions } from '#lib/catalog/statements/model/opinions.ts';
import { worksOfAuthor } from '#lib/governance/identity/queries/records.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import type { PortableRecord } from '../../model/portable.ts';
import type { RecordPlan } from '../../model/preview.ts';
import { matchingWorks } from '../matches.ts';
import { type CurrentState, differenceReason } from './current-state.ts';

const opinionLabels: Record<Opinion, string> = { mine: 'yours', not_mine: 'not yours', not_sure: 'you are not sure' };

/** Plans opinions on works of the record here that have no opinion yet. */
export async function planOpinions(reader: Reader, plan: RecordPlan, { works }: PortableRecord, current: CurrentState): Promise<void> {
  const statedOpinions = works.flatMap((work) => {
    const opinion = opinions.find((each) => each === work.opinion);
    return opinion ? [{ work, opinion }] : [];
  });
  if (statedOpinions.length === 0) return;
  const ownWorkIds = new Map((await worksOfAuthor(reader, current.key)).map((work) => [work.key, work.id]));
  const statedWorks = statedOpinions.map(({ work }) => work);
  const keysByWorkId = await matchingWorks(reader, statedWorks);
  const newOpinions = new Map<string, Opinion>();
  for (const { work, opinion } of statedOpinions) {
    for (const key of keysByWorkId.get(work.id) ?? []) {
      const id = ownWorkIds.get(key);
      if (id === undefined) continue;
      const existing = current.opinions.get(key);
      if (existing?.value === opinion) plan.presentCount += 1;
      else if (existing) {
        const line = { name: work.title ?? untitledWork, path: `/works/${id}`, detail: opinionLabels[opinion] };
        plan.notImported.push({ ...line, why: differenceReason(opinionLabels[existing.value], existing.by) });
      } else {
        newOpinions.set(id, opinion);
        current.opinions.set(key, { value: opinion, by: 'archive' });
      }
    }
  }
  if (newOpinions.size === 0) return;
  const detail = `what you say of ${newOpinions.size === 1 ? 'one work' : `${newOpinions.size} works`}`;
  plan.toImport.push({
    step: { kind: 'opinions', authorId: current.id, opinions: newOpinions },
    line: { name: current.name, path: current.path, detail },
  });
}
