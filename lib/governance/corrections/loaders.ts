import { connection } from 'next/server';
import { cache } from 'react';
import { findWorkWithRecords } from '#lib/catalog/ingest/queries.ts';
import { type CorrectableField, shownValue } from '#lib/catalog/works/model/corrections.ts';
import { upstreamNotes } from '#lib/catalog/works/model/upstream-notes.ts';
import { workById } from '#lib/catalog/works/queries/works.ts';
import { viewer } from '#lib/platform/auth/viewer.ts';
import { reader } from '#lib/platform/db/store.ts';
import { env } from '#lib/platform/env.ts';
import {
  type CorrectedValueNotes,
  type CorrectionState,
  type CorrectionView,
  correctionFieldLabels,
  isEffective,
  isListField,
  isReopened,
  isSameValue,
  isUndecided,
} from './model.ts';
import {
  agreementsByCorrection,
  type CorrectableWork,
  type Correction,
  correctableWork,
  ownersAmongAuthors,
  visibleCorrectionsOfWork,
} from './queries.ts';

interface CorrectionPage {
  work: Omit<CorrectableWork, 'shown'> & { shown: readonly (readonly [CorrectableField, string | null])[] };
  corrections: CorrectionView[];
}

/**
 * Returns the data of the corrections page; null if there is no such work. Undecided suggestions are shown only to owners among the
 * authors.
 */
export async function loadCorrections(id: string): Promise<CorrectionPage | null> {
  await connection();
  const from = reader();
  const work = await correctableWork(from, id);
  if (!work) return null;
  const accountId = (await viewer())?.accountId ?? '';
  const isOwner = (await ownersAmongAuthors(from, id)).includes(accountId);
  const shownRows = await visibleCorrectionsOfWork(from, id, isOwner ? accountId : null);
  const ids = shownRows.map((each) => each.id);
  const agreements = await agreementsByCorrection(from, ids);
  const toView = (correction: Correction): CorrectionView => {
    const { field, value, sourceValue, evidenceUrl, note, state, createdAt, decidedAt } = correction;
    const ownAgreement = (agreements.get(correction.id) ?? []).find((each) => each.accountId === accountId);
    const isHidden = isListField(field) && !(isOwner && (field === 'authors' || work.shown.has(field)));
    return {
      ...{ id: correction.id, field, evidenceUrl, note, createdAt, decidedAt, state: state as CorrectionState },
      isReopened: isReopened(correction),
      ...{ value: isHidden ? null : value, sourceValue: isHidden ? null : sourceValue },
      can: {
        agree: isOwner && isUndecided(state) && !ownAgreement?.counts,
        revert: isOwner && ownAgreement !== undefined && isEffective(state),
      },
    };
  };
  return { work: { ...work, shown: [...work.shown] }, corrections: shownRows.map(toView) };
}

interface UpstreamPage {
  work: { name: string; path: string };
  corrected: CorrectedValueNotes[];
}

/** Returns texts that inform the sources of a work about its accepted corrections; null if there is no such work. */
export const loadUpstreamNotes = cache(async (id: string): Promise<UpstreamPage | null> => {
  await connection();
  const from = reader();
  const [work, view] = [await correctableWork(from, id), await workById(from, id)];
  if (!work || !view) return null;
  const records = ((await findWorkWithRecords(from, id))?.records ?? []).filter(({ source }) => !ownSources.has(source));
  const effectiveCorrections = (await visibleCorrectionsOfWork(from, id, null)).filter(({ field }) => work.shown.has(field));
  const { type, date, venue, identifiers } = view;
  const workFacts = { title: work.name, url: `${env().PUBLIC_URL}${work.path}`, type, date, venue, identifiers };
  const corrected = effectiveCorrections.map(({ id: correctionId, field, value, sourceValue: wrongValue, evidenceUrl: url, note }) => {
    const sourcesAtFault = records.filter((record) => isWrong(shownValue(field, [record]), field, value)).map(({ source }) => source);
    const notes = upstreamNotes({
      field,
      name: correctionFieldLabels[field].name,
      value,
      wrongValue,
      evidence: { url, note },
      work: workFacts,
      sourcesAtFault,
    });
    return { id: correctionId, field, value, notes };
  });
  return { work: { name: work.name, path: work.path }, corrected };
});

const ownSources: ReadonlySet<string> = new Set(['correction', 'owner', 'peergraph']);

const isWrong = (statedValue: string | null, field: CorrectableField, value: string): boolean =>
  statedValue !== null && !isSameValue(field, statedValue, value);
