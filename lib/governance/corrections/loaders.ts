import { connection } from 'next/server';
import type { CorrectableField } from '#lib/catalog/works/model/corrections.ts';
import { viewer } from '#lib/platform/auth/viewer.ts';
import { reader } from '#lib/platform/db/store.ts';
import { type CorrectionState, type CorrectionView, isEffective } from './model.ts';
import { agreedOn, type CorrectableWork, type Correction, correctableWork, correctionsOn, ownersOn } from './queries.ts';

interface CorrectionPage {
  work: Omit<CorrectableWork, 'shown'> & { shown: readonly (readonly [CorrectableField, string | null])[] };
  corrections: CorrectionView[];
}

const isOpen = (state: string): boolean => state === 'suggested' || state === 'contested';

/** What the page of corrections shows; null where there is no such work. What is not decided is shown to owners among the authors alone. */
export async function loadCorrections(id: string): Promise<CorrectionPage | null> {
  await connection();
  const from = reader();
  const work = await correctableWork(from, id);
  if (!work) return null;
  const accountId = (await viewer())?.accountId ?? '';
  const isOwner = (await ownersOn(from, id)).includes(accountId);
  const all = (await correctionsOn(from, id)).filter(({ state }) => isEffective(state) || (isOwner && state === 'suggested'));
  const agreed = await agreedOn(
    from,
    all.map((each) => each.id),
  );
  const view = (correction: Correction): CorrectionView => {
    const { field, value, sourceValue, evidenceUrl, note, state, createdAt, decidedAt } = correction;
    const own = (agreed.get(correction.id) ?? []).includes(accountId);
    const isHidden = field === 'authors' && !isOwner;
    return {
      ...{ id: correction.id, field, evidenceUrl, note, createdAt, decidedAt, state: state as CorrectionState },
      ...{ value: isHidden ? null : value, sourceValue: isHidden ? null : sourceValue },
      can: { agree: isOwner && isOpen(state) && !own, revert: own && isEffective(state) },
    };
  };
  return { work: { ...work, shown: [...work.shown] }, corrections: all.map(view) };
}
