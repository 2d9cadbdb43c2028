import { and, eq, inArray } from 'drizzle-orm';
import { contextKinds, contextPathSegments } from '#lib/catalog/contexts/model/context.ts';
import { contextKey } from '#lib/catalog/contexts/model/names.ts';
import type { ContextRow } from '#lib/catalog/contexts/queries/contexts.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { rowsOf } from '#lib/platform/db/rows.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { contexts, organisations } from '#lib/platform/db/schema/contexts.ts';
import { contextFollows, follows } from '#lib/platform/db/schema/follows.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import type { PlaceRef } from '../../model/people-files.ts';
import type { PortablePerson, PortablePlace } from '../../model/portable.ts';
import { emptyPlan, type Planned } from '../../model/preview.ts';
import { matchMethodLabels } from '../../model/record-matching.ts';
import { matchesOf } from '../matches.ts';
import { chunksOf } from '../refs.ts';

type FollowChange = { id: string; muted: boolean };

const unknownPersonReason =
  'Nobody here has their ORCID iD, an id that a source gives them, or a work that they signed. A name alone could be somebody else’s.';

/** Plans which followed people can be matched here. Existing follows remain as they are. */
export async function planPeople(reader: Reader, actor: Actor, people: readonly PortablePerson[]): Promise<Planned<FollowChange>> {
  const plan = emptyPlan<FollowChange>();
  const { accountId } = actor;
  const rows = await reader.select({ id: follows.authorId }).from(follows).where(eq(follows.accountId, accountId));
  const followedIds = new Set(rows.map(({ id }) => id));
  const matches = await matchesOf(reader, actor, people);
  const matchingIds = matches.flatMap((match) => (match.kind === 'one' ? match.record.id : []));
  const ownIds = await ownedIdsAmong(reader, accountId, matchingIds);
  for (const [at, match] of matches.entries()) {
    const { name, state } = people[at] ?? { name: null, state: 'on' as const };
    const shownName = name ?? 'A profile that was out of sight';
    if (match.kind === 'none') {
      plan.notImported.push({
        name: shownName,
        path: name && `/search?q=${encodeURIComponent(name)}&kind=people`,
        detail: null,
        why: unknownPersonReason,
      });
    } else if (match.kind === 'several') {
      const names = match.records.map((each) => each.name).join(', ');
      const why = `Several profiles here fit: ${names}. Follow the right one from its page.`;
      plan.notImported.push({ name: shownName, path: `/authors/${match.records[0]?.slug ?? ''}`, detail: null, why });
    } else {
      const { id, slug, name: recordName } = match.record;
      const line = { name: recordName, path: `/authors/${slug}`, detail: matchMethodLabels[match.by] };
      if (followedIds.has(id)) plan.presentCount += 1;
      else if (ownIds.has(id)) plan.notImported.push({ ...line, why: 'This profile is yours here. You cannot follow your own profile.' });
      else plan.toImport.push({ step: { id, muted: state === 'muted' }, line });
      followedIds.add(id);
    }
  }
  return plan;
}

async function ownedIdsAmong(reader: Reader, accountId: string, ids: readonly string[]): Promise<Set<string>> {
  const ownIds = new Set<string>();
  for (const batch of chunksOf(ids)) {
    const isOwned = and(inArray(authors.id, batch), eq(authors.ownerId, accountId));
    for (const { id } of await reader.select({ id: authors.id }).from(authors).where(isOwned)) ownIds.add(id);
  }
  return ownIds;
}

/**
 * Returns a lookup of the matching topic, venue or institution here, by kind and name key; for institutions also by ROR id. Queries are
 * batched.
 */
export async function matchingContexts(reader: Reader, places: readonly PlaceRef[]): Promise<(place: PlaceRef) => ContextRow | null> {
  const registeredNames = new Map<string, string>();
  const rorIds = places.flatMap(({ kind, rorId }) => (kind === 'institution' && rorId !== null ? rorId : []));
  for (const batch of chunksOf(rorIds)) {
    const rows = await reader.select().from(organisations).where(inArray(organisations.rorId, batch));
    for (const { rorId, name } of rows) registeredNames.set(rorId, contextKey('institution', name));
  }
  const contextRows = new Map<string, ContextRow>();
  for (const kind of contextKinds) {
    const keys = places.flatMap((place) => (place.kind === kind ? place.nameKey : []));
    for (const batch of chunksOf(kind === 'institution' ? [...keys, ...registeredNames.values()] : keys)) {
      const rows = await rowsOf(reader, contexts, and(eq(contexts.kind, kind), inArray(contexts.nameKey, batch)));
      for (const row of rows) if (row.worksCount > 0) contextRows.set(`${kind} ${row.nameKey}`, row);
    }
  }
  return ({ kind, nameKey, rorId }) => {
    const registered = kind === 'institution' && rorId !== null ? registeredNames.get(rorId) : undefined;
    return contextRows.get(`${kind} ${nameKey}`) ?? (registered === undefined ? null : (contextRows.get(`${kind} ${registered}`) ?? null));
  };
}

/** Plans which followed topics, venues and institutions exist here. */
export async function planPlaces(reader: Reader, { accountId }: Actor, places: readonly PortablePlace[]): Promise<Planned<FollowChange>> {
  const plan = emptyPlan<FollowChange>();
  const rows = await reader.select({ id: contextFollows.contextId }).from(contextFollows).where(eq(contextFollows.accountId, accountId));
  const followedIds = new Set(rows.map(({ id }) => id));
  const matchingPlace = await matchingContexts(reader, places);
  for (const place of places) {
    const match = matchingPlace(place);
    if (!match) {
      const why = `No ${contextKinds.find((each) => each === place.kind) ?? 'page'} of this name has a work here.`;
      plan.notImported.push({ name: place.name, path: null, detail: null, why });
    } else if (followedIds.has(match.id)) plan.presentCount += 1;
    else {
      const path = `/${contextPathSegments[match.kind as keyof typeof contextPathSegments]}/${match.slug}`;
      plan.toImport.push({ step: { id: match.id, muted: place.state === 'muted' }, line: { name: match.name, path, detail: match.kind } });
      followedIds.add(match.id);
    }
  }
  return plan;
}
