import { eq } from 'drizzle-orm';
import { formatWorksQuery, nameOfSearch, parseSavedSearch } from '#lib/catalog/search-index/model/saved.ts';
import { isTooBroad } from '#lib/catalog/search-index/new-matches.ts';
import { maxSavedSearches } from '#lib/community/follows/model.ts';
import { defaultSchedule, describeSchedule, isTimeZone, type Schedule } from '#lib/community/notifications/model/digest-schedule.ts';
import { notificationKinds } from '#lib/community/notifications/model/notification.ts';
import { mailChoices } from '#lib/community/notifications/model/notification-text.ts';
import { isKindOptional, type NotificationSetting, type NotificationSettings } from '#lib/community/notifications/model/settings.ts';
import { notificationSettingsOf, toSchedule } from '#lib/community/notifications/queries/settings.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { rowsOf } from '#lib/platform/db/rows.ts';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import { savedSearches } from '#lib/platform/db/schema/follows.ts';
import { digests, notificationSettings } from '#lib/platform/db/schema/notifications.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import type { Portable, PortableSearch } from '../../model/portable.ts';
import { emptyPlan, type Planned } from '../../model/preview.ts';
import { matchingContexts } from './follows.ts';

type SearchChange = { query: string; muted: boolean };

type PlaceLookup = Awaited<ReturnType<typeof matchingContexts>>;

/** Translates a search to the slugs of this instance, or returns the name of a topic, venue or institution that is missing here. */
function translateSearch(matchingPlace: PlaceLookup, { query, places }: PortableSearch): { query: string } | { missing: string } {
  const params = new URLSearchParams(query);
  for (const { filter, ...place } of places) {
    const match = matchingPlace(place);
    if (!match) return { missing: place.name };
    if (params.has(filter)) params.set(filter, match.slug);
  }
  return { query: params.toString() };
}

/** Plans which saved searches can be saved here. */
export async function planSearches(
  reader: Reader,
  { accountId }: Actor,
  searches: readonly PortableSearch[],
): Promise<Planned<SearchChange>> {
  const plan = emptyPlan<SearchChange>();
  const rows = await reader.select({ query: savedSearches.query }).from(savedSearches).where(eq(savedSearches.accountId, accountId));
  const savedQueries = new Set(rows.map(({ query }) => query));
  const filterPlaces = searches.flatMap(({ places }) => places);
  const matchingPlace = await matchingContexts(reader, filterPlaces);
  for (const search of searches) {
    const exclude = (why: string) => plan.notImported.push({ name: search.name, path: null, detail: null, why });
    const translation = translateSearch(matchingPlace, search);
    if ('missing' in translation) {
      exclude(`It looks in ${translation.missing}, which has no work here.`);
      continue;
    }
    const parsedSearch = parseSavedSearch(translation.query);
    const query = parsedSearch && formatWorksQuery(parsedSearch);
    if (!parsedSearch || !query) exclude('It looks for nothing that this instance can look for.');
    else if (savedQueries.has(query)) plan.presentCount += 1;
    else if (savedQueries.size >= maxSavedSearches)
      exclude(`An account has ${maxSavedSearches} saved searches at most. Let one go, and import the archive again.`);
    else if (await isTooBroad(reader, parsedSearch)) exclude('It finds too many works here. Save it here with more words, or a year.');
    else {
      savedQueries.add(query);
      plan.toImport.push({
        step: { query, muted: search.state === 'muted' },
        line: { name: nameOfSearch(parsedSearch), path: `/search?${query}`, detail: null },
      });
    }
  }
  return plan;
}

type SettingChange = { settings: NotificationSettings } | { schedule: Schedule };

const choiceLabels = { now: 'by email at once', digest: 'with the digest', off: 'no email' } as const;

/** Plans notification settings for kinds that the account has not set here. Kinds unknown to this instance are omitted. */
export async function planSettings(
  reader: Reader,
  actor: Actor,
  { kinds, digest }: Pick<Portable, 'kinds' | 'digest'>,
): Promise<Planned<SettingChange>> {
  const plan = emptyPlan<SettingChange>();
  const { accountId } = actor;
  const settingOf = new Map((await notificationSettingsOf(reader, accountId)).map((each) => [each.kind, each]));
  const rows = await rowsOf(reader, notificationSettings, eq(notificationSettings.accountId, accountId));
  const setKinds = new Set(rows.map(({ kind }) => kind));
  for (const { kind: word, mail: choice, centre } of kinds) {
    const kind = notificationKinds.find((each) => each === word);
    const mail = mailChoices.find((each) => each === choice);
    const setting = kind && isKindOptional(kind) ? settingOf.get(kind) : undefined;
    if (!kind || !mail || !setting) continue;
    const line = { name: setting.label, path: '/me/notifications', detail: describeSetting({ mail, centre }) };
    if (setting.mail === mail && setting.centre === centre) plan.presentCount += 1;
    else if (setKinds.has(kind)) plan.notImported.push({ ...line, why: `${setOtherwise} ${describeSetting(setting)}. ${existingStays}` });
    else {
      plan.toImport.push({ step: { settings: [{ kind, mail, centre }] }, line });
      setKinds.add(kind);
    }
  }
  if (digest) await planDigest(reader, plan, actor, digest);
  return plan;
}

const setOtherwise = 'You have chosen otherwise here:';
const existingStays = 'What you have chosen here stays.';

const describeSetting = ({ mail, centre }: NotificationSetting): string => `${choiceLabels[mail]}${centre ? '' : ', not shown here'}`;

async function planDigest(reader: Reader, plan: Planned<SettingChange>, actor: Actor, digest: Schedule): Promise<void> {
  const line = { name: 'The digest', path: '/me/notifications', detail: describeSchedule(digest) };
  const [row] = await reader.select().from(digests).where(eq(digests.accountId, actor.accountId));
  const existing = row ? toSchedule(row) : defaultSchedule;
  if (isSame(digest, existing)) plan.presentCount += 1;
  // The row is created with the first email. It counts as set only if it differs from the default, or the digest has ever been sent.
  else if (row && (row.lastAt !== null || !isSame(existing, defaultSchedule)))
    plan.notImported.push({ ...line, why: `${setOtherwise} ${describeSchedule(existing)}. ${existingStays}` });
  else if (!isTimeZone(digest.timeZone))
    plan.notImported.push({ ...line, why: 'This instance does not know its time zone. Set it in your notification settings.' });
  else if (digest.frequency !== 'off' && !actor.emailConfirmed)
    plan.notImported.push({ ...line, why: 'Your account here has no confirmed address to send it to. Add one in your security settings.' });
  else plan.toImport.push({ step: { schedule: { ...digest } }, line });
}

const isSame = (one: Schedule, other: Schedule): boolean =>
  (['frequency', 'hour', 'weekday', 'timeZone'] as const).every((each) => one[each] === other[each]);

/** Plans the display name, if the account has none here. */
export async function planName(reader: Reader, { accountId }: Actor, name: string | null): Promise<Planned<{ name: string }>> {
  const plan = emptyPlan<{ name: string }>();
  const [row] = await reader.select({ name: accounts.name }).from(accounts).where(eq(accounts.id, accountId));
  const normalized = name?.normalize('NFC').replace(/\s+/g, ' ').trim() ?? '';
  if (normalized === '') return plan;
  const line = { name: normalized, path: '/me', detail: null };
  if (row?.name === normalized) plan.presentCount = 1;
  else if (row?.name)
    plan.notImported.push({ ...line, why: `Your display name here stays ${row.name}. You can change it in your account.` });
  else plan.toImport.push({ step: { name: normalized }, line });
  return plan;
}
