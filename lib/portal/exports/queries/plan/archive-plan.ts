import type { Actor } from '#lib/platform/auth/actor.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { importPartIds, type Portable } from '../../model/portable.ts';
import { type PreviewGroup, toPreviewGroup } from '../../model/preview.ts';
import { planPeople, planPlaces } from './follows.ts';
import { planRecords } from './records.ts';
import { planSavedWorks } from './saved-works.ts';
import { planName, planSearches, planSettings } from './settings.ts';

/** Planned changes of an archive import by kind. Preview and import use the same plan. */
export type Plan = Awaited<ReturnType<typeof planArchiveImport>>;

/** Plans which parts of an archive an account can import at present. */
export const planArchiveImport = async (reader: Reader, actor: Actor, archive: Portable) => ({
  name: await planName(reader, actor, archive.name),
  people: await planPeople(reader, actor, archive.people),
  places: await planPlaces(reader, actor, archive.places),
  searches: await planSearches(reader, actor, archive.searches),
  savedWorks: await planSavedWorks(reader, actor, archive.savedWorks),
  settings: await planSettings(reader, actor, archive),
  records: await planRecords(reader, actor, archive.records),
});

/** Returns the preview of a plan; empty kinds are omitted. */
export const previewGroupsOf = (plan: Plan): PreviewGroup[] =>
  importPartIds
    .map((part) => toPreviewGroup(part, plan[part]))
    .filter(({ toImport, presentCount, notImported }) => toImport.length + presentCount + notImported.length > 0);
