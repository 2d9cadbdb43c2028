import { and, eq, inArray } from 'drizzle-orm';
import { contextFolders, contextKinds } from '#lib/catalog/contexts/model/context.ts';
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
import { nothingPlanned, type Planned } from '../../model/preview.ts';
import { matchMethodLabels } from '../../model/record-matching.ts';
import { matchesOf } from '../matches.ts';
import { inPieces } from '../refs.ts';

export type FollowChange = { id: string; muted: boolean };

const unknownPerson =
  'Nobody here has their ORCID iD, an id that a source gives them, or a work that they signed. A name alone could be somebody else’s.';

/** Plans which followed people can be matched here. Existing follows remain as they are. */
export async function planPeople(reader: Reader, actor: Actor, people: readonly PortablePerson[]): Promise<Planned<FollowChange>> {
  const plan = nothingPlanned<FollowChange>();
  const { accountId } = actor;
  const rows = await reader.select({ id: follows.authorId }).from(follows).where(eq(follows.accountId, accountId));
  const known = new Set(rows.map(({ id }) => id));
  const matches = await matchesOf(reader, actor, people);
  const own = await ownedOf(
    reader,
    accountId,
    matches.flatMap((match) => (match.kind === 'one' ? match.record.id : [])),
  );
  for (const [at, match] of matches.entries()) {
    const { name, state } = people[at] ?? { name: null, state: 'on' as const };
    const called = name ?? 'A profile that was out of sight';
    if (match.kind === 'none') {
      plan.left.push({ name: called, path: name && `/search?q=${encodeURIComponent(name)}&kind=people`, detail: null, why: unknownPerson });
    } else if (match.kind === 'several') {
      const names = match.records.map((each) => each.name).join(', ');
      const why = `Several profiles here fit: ${names}. Follow the right one from its page.`;
      plan.left.push({ name: called, path: `/authors/${match.records[0]?.slug ?? ''}`, detail: null, why });
    } else {
      const { id, slug, name: here } = match.record;
      const line = { name: here, path: `/authors/${slug}`, detail: matchMethodLabels[match.by] };
      if (known.has(id)) plan.already += 1;
      else if (own.has(id)) plan.left.push({ ...line, why: 'This profile is yours here. You cannot follow your own profile.' });
      else plan.take.push({ step: { id, muted: state === 'muted' }, line });
      known.add(id);
    }
  }
  return plan;
}

async function ownedOf(reader: Reader, accountId: string, ids: readonly string[]): Promise<Set<string>> {
  const own = new Set<string>();
  for (const some of inPieces(ids)) {
    const owned = and(inArray(authors.id, some), eq(authors.ownerId, accountId));
    for (const { id } of await reader.select({ id: authors.id }).from(authors).where(owned)) own.add(id);
  }
  return own;
}

/**
 * Returns a lookup of the matching topic, venue or institution here, by kind and name key; for institutions also by ROR id. Queries are
 * batched.
 */
export async function matchingContexts(reader: Reader, places: readonly PlaceRef[]): Promise<(place: PlaceRef) => ContextRow | null> {
  const named = new Map<string, string>();
  const rorIds = places.flatMap(({ kind, rorId }) => (kind === 'institution' && rorId !== null ? rorId : []));
  for (const some of inPieces(rorIds)) {
    const rows = await reader.select().from(organisations).where(inArray(organisations.rorId, some));
    for (const { rorId, name } of rows) named.set(rorId, contextKey('institution', name));
  }
  const found = new Map<string, ContextRow>();
  for (const kind of contextKinds) {
    const keys = places.flatMap((place) => (place.kind === kind ? place.nameKey : []));
    for (const some of inPieces(kind === 'institution' ? [...keys, ...named.values()] : keys)) {
      const rows = await rowsOf(reader, contexts, and(eq(contexts.kind, kind), inArray(contexts.nameKey, some)));
      for (const row of rows) if (row.worksCount > 0) found.set(`${kind} ${row.nameKey}`, row);
    }
  }
  return ({ kind, nameKey, rorId }) => {
    const registered = kind === 'institution' && rorId !== null ? named.get(rorId) : undefined;
    return found.get(`${kind} ${nameKey}`) ?? (registered === undefined ? null : (found.get(`${kind} ${registered}`) ?? null));
  };
}

/** Plans which followed topics, venues and institutions exist here. */
export async function planPlaces(reader: Reader, { accountId }: Actor, places: readonly PortablePlace[]): Promise<Planned<FollowChange>> {
  const plan = nothingPlanned<FollowChange>();
  const rows = await reader.select({ id: contextFollows.contextId }).from(contextFollows).where(eq(contextFollows.accountId, accountId));
  const known = new Set(rows.map(({ id }) => id));
  const placeHere = await matchingContexts(reader, places);
  for (const place of places) {
    const here = placeHere(place);
    if (!here) {
      const why = `No ${contextKinds.find((each) => each === place.kind) ?? 'page'} of this name has a work here.`;
      plan.left.push({ name: place.name, path: null, detail: null, why });
    } else if (known.has(here.id)) plan.already += 1;
    else {
      const path = `/${contextFolders[here.kind as keyof typeof contextFolders]}/${here.slug}`;
      plan.take.push({ step: { id: here.id, muted: place.state === 'muted' }, line: { name: here.name, path, detail: here.kind } });
      known.add(here.id);
    }
  }
  return plan;
}
