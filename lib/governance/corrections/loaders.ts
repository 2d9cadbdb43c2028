import { connection } from 'next/server';
import { cache } from 'react';
import { findWorkWithRecords } from '#lib/catalog/ingest/queries.ts';
import type { CorrectableField } from '#lib/catalog/works/model/correctable-fields.ts';
import { shownValue } from '#lib/catalog/works/model/corrections.ts';
import { upstreamNotes } from '#lib/catalog/works/model/upstream-notes.ts';
import { workById } from '#lib/catalog/works/queries/works.ts';
import { viewer } from '#lib/platform/auth/viewer.ts';
import { reader } from '#lib/platform/db/store.ts';
import { env } from '#lib/platform/env.ts';
import { type CorrectedValueNotes, type CorrectionsPage, fieldRules, isSameValue, type Subject } from './model.ts';
import { subjectQueries } from './queries/subjects.ts';
import { correctionViews, visibleCorrections } from './queries/visible.ts';

/** Returns the data of a corrections page; null if there is no public work or record. Undecided suggestions are shown only to owners. */
export async function loadCorrections(subject: Subject, nameInUrl: string): Promise<CorrectionsPage | null> {
  await connection();
  const from = reader();
  const correctable = await subjectQueries[subject].correctable(from, nameInUrl);
  if (!correctable) return null;
  const { id, name, path, owners, authorsComplete = true, shown } = correctable;
  const accountId = owners.length > 0 ? ((await viewer())?.accountId ?? '') : '';
  const isOwner = owners.includes(accountId);
  return {
    ...{ subject, id, name, path, authorsComplete, shown: [...shown], isOwner },
    corrections: await correctionViews(from, correctable, isOwner ? accountId : null),
    isReviewed: subject === 'work' || owners.length === 0,
  };
}

interface UpstreamPage {
  name: string;
  path: string;
  notes: CorrectedValueNotes[];
}

/** Returns texts that inform the sources of a work about its accepted corrections; null if there is no such work. */
export const loadWorkNotes = cache(async (id: string): Promise<UpstreamPage | null> => {
  await connection();
  const from = reader();
  const [work, view] = [await subjectQueries.work.correctable(from, id), await workById(from, id)];
  if (!work || !view) return null;
  const records = ((await findWorkWithRecords(from, id))?.records ?? []).filter(({ source }) => !ownSources.has(source));
  const { type, date, venue, identifiers } = view;
  const workFacts = { title: work.name, url: `${env().PUBLIC_URL}${work.path}`, type, date, venue, identifiers };
  const effectiveCorrections = (await visibleCorrections(from, work, null)).filter(({ field }) => work.shown.has(field));
  const notes = effectiveCorrections.map(
    ({ id: correctionId, field: anyField, value, sourceValue: wrongValue, evidenceUrl: url, note }) => {
      const field = anyField as CorrectableField;
      const sourcesAtFault = records.filter((record) => isWrong(shownValue(field, [record]), field, value)).map(({ source }) => source);
      const corrected = {
        field,
        name: fieldRules[field].name,
        value,
        wrongValue,
        evidence: { url, note },
        work: workFacts,
        sourcesAtFault,
      };
      return { id: correctionId, field, value, notes: upstreamNotes(corrected) };
    },
  );
  return { name: work.name, path: work.path, notes };
});

const ownSources: ReadonlySet<string> = new Set(['correction', 'owner', 'peergraph']);

const isWrong = (statedValue: string | null, field: CorrectableField, value: string): boolean =>
  statedValue !== null && !isSameValue(field, statedValue, value);
