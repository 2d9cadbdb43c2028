import type { Actor } from '#lib/platform/auth/actor.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import type { Portable } from '../../model/portable.ts';
import { type Planned, type PreviewGroup, type RecordChange, toPreviewGroup } from '../../model/preview.ts';
import { type FollowChange, planPeople, planPlaces } from './follows.ts';
import { planRecords } from './records.ts';
import { planSavedWorks, type SaveChange } from './saved-works.ts';
import { planName, planSearches, planSettings, type SearchChange, type SettingChange } from './settings.ts';

/** Planned changes of an archive import by kind. Preview and import use the same plan. */
export interface Plan {
  name: Planned<{ name: string }>;
  people: Planned<FollowChange>;
  places: Planned<FollowChange>;
  searches: Planned<SearchChange>;
  savedWorks: Planned<SaveChange>;
  settings: Planned<SettingChange>;
  records: Planned<RecordChange>;
}

/** Plans which parts of an archive an account can import at present. */
export async function planArchiveImport(reader: Reader, actor: Actor, archive: Portable): Promise<Plan> {
  return {
    name: await planName(reader, actor, archive.name),
    people: await planPeople(reader, actor, archive.people),
    places: await planPlaces(reader, actor, archive.places),
    searches: await planSearches(reader, actor, archive.searches),
    savedWorks: await planSavedWorks(reader, actor, archive.savedWorks),
    settings: await planSettings(reader, actor, archive),
    records: await planRecords(reader, actor, archive.records),
  };
}

/** Returns the preview of a plan; empty kinds are omitted. */
export const previewGroupsOf = ({ name, people, places, searches, savedWorks, settings, records }: Plan): PreviewGroup[] =>
  [
    toPreviewGroup('name', name),
    toPreviewGroup('people', people),
    toPreviewGroup('places', places),
    toPreviewGroup('searches', searches),
    toPreviewGroup('savedWorks', savedWorks),
    toPreviewGroup('settings', settings),
    toPreviewGroup('records', records),
  ].filter(({ toImport, presentCount, notImported }) => toImport.length + presentCount + notImported.length > 0);
