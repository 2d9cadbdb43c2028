import { and, eq, isNull } from 'drizzle-orm';
import type { ResolutionRule } from '#lib/catalog/authors/model/author.ts';
import { selectAffiliationMatches } from '#lib/catalog/contexts/commands/affiliations.ts';
import { splitAffiliation } from '#lib/catalog/contexts/model/affiliations.ts';
import { notUnlisted } from '#lib/catalog/visibility/queries.ts';
import { isAnyOf } from '#lib/platform/db/prepared.ts';
import { columnsOf, rowsOf } from '#lib/platform/db/rows.ts';
import { authorNames, authorSources, authors } from '#lib/platform/db/schema/authors.ts';
import { authorContexts } from '#lib/platform/db/schema/contexts.ts';
import { coauthorEdges } from '#lib/platform/db/schema/graph.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { nameKey } from '#lib/platform/names/name-key.ts';
import { isInitial, parseNameParts } from '#lib/platform/names/written-names.ts';

/** A name on an author list. */
export interface ListedName {
  /** Equal for the names of one author list. */
  list: number;
  /** The space of person ids of the source. */
  space: string;
  /** The id by which the source knows the person, with its space: equal for the names of one person. */
  id: string;
  name: string;
  orcid: string | undefined;
  affiliation: string | undefined;
  /** The record that a decision, an id or another source already gives; null if none does. */
  key: number | null;
}

export interface KnownPerson {
  key: number;
  name: string;
  resolvedBy: ResolutionRule;
}

/** A person who is new to a source, and the record that alone has this name. */
interface Candidate {
  key: number;
  name: string;
  listed: readonly ListedName[];
}

/**
 * Matches people who are new to a source with records that other sources have made: by a full name that one record alone has here, on a
 * list with somebody who has signed with that record before, or with an affiliation at an institution of that record. Who owns a record is
 * asked instead. A source that knows the record under another id has told the two apart.
 * @returns matches by `id`
 */
export async function matchKnownPeople(tx: Writer, names: readonly ListedName[]): Promise<Map<string, KnownPerson>> {
  const unknownPeople = Map.groupBy(
    names.filter(({ key }) => key === null),
    ({ id }) => id,
  );
  const candidates = await selectCandidates(tx, [...unknownPeople.values()]);
  if (candidates.size === 0) return new Map();
  const keyOf = ({ id, key }: ListedName): number | undefined => key ?? candidates.get(id)?.key;
  const lists = Map.groupBy(names, ({ list }) => list);
  const coSigners = new Map<string, number[]>();
  for (const [id, { key, listed }] of candidates) {
    const others = listed.flatMap(({ list }) =>
      (lists.get(list) ?? []).filter((other) => other.id !== id).flatMap((other) => keyOf(other) ?? []),
    );
    // Two authors of one work are two people.
    if (!others.includes(key)) coSigners.set(id, others);
  }
  const haveSigned = await selectJointSigners(
    tx,
    [...coSigners].flatMap(([id, others]) => [candidates.get(id)?.key ?? 0, ...others]),
  );
  const haveInstitution = await selectInstitutions(tx, [...candidates.values()]);
  return new Map(
    [...coSigners].flatMap(([id, others]): [string, KnownPerson][] => {
      const { key = 0, name = '', listed = [] } = candidates.get(id) ?? {};
      if (others.some((other) => haveSigned(key, other))) return [[id, { key, name, resolvedBy: 'name_and_coauthor' }]];
      return listed.some(({ affiliation }) => haveInstitution(key, affiliation))
        ? [[id, { key, name, resolvedBy: 'name_and_institution' }]]
        : [];
    }),
  );
}

function isFullName(name: string): boolean {
  const { family, given } = parseNameParts(name);
  return !isInitial(family) && !isInitial(given);
}

/** Returns the people whose name one record alone has, if nobody owns it, by id. */
async function selectCandidates(tx: Writer, people: readonly (readonly ListedName[])[]): Promise<Map<string, Candidate>> {
  const named = people.flatMap((listed) => {
    const written = listed.find(({ name }) => isFullName(name));
    return written ? [{ listed, written, nameKey: nameKey(written.name) }] : [];
  });
  const peopleByName = Map.groupBy(named, (each) => each.nameKey);
  const bearers = await tx
    .selectDistinct({ nameKey: authorNames.nameKey, ...columnsOf(authors, 'key', 'name', 'kind', 'orcid', 'ownerId') })
    .from(authorNames)
    .innerJoin(authors, and(eq(authors.key, authorNames.authorKey), isNull(authors.mergedInto)))
    .where(and(isAnyOf(authorNames.nameKey, [...peopleByName.keys()]), notUnlisted()));
  const bearersByName = Map.groupBy(bearers, (bearer) => bearer.nameKey);
  const pairs = named.flatMap(({ listed, written, nameKey: key }) => {
    const [bearer, ...others] = bearersByName.get(key) ?? [];
    const isAlone = bearer && others.length === 0 && peopleByName.get(key)?.length === 1;
    if (!isAlone || bearer.kind !== 'person' || bearer.ownerId !== null) return [];
    const isOther = bearer.orcid !== null && listed.some(({ orcid }) => orcid !== undefined && orcid !== bearer.orcid);
    return isOther ? [] : [{ listed, written, bearer }];
  });
  const isBearer = isAnyOf(
    authorSources.authorKey,
    pairs.map(({ bearer }) => bearer.key),
  );
  const known = new Set((await rowsOf(tx, authorSources, isBearer)).map(({ source, authorKey }) => `${source} ${authorKey}`));
  return new Map(
    pairs.flatMap(({ listed, written: { id, space }, bearer: { key, name } }): [string, Candidate][] =>
      known.has(`${space} ${key}`) ? [] : [[id, { key, name, listed }]],
    ),
  );
}

/** Returns a function that tells whether two of some records have signed a work together. */
async function selectJointSigners(tx: Writer, keys: readonly number[]): Promise<(one: number, other: number) => boolean> {
  const { authorKey, coauthorKey } = coauthorEdges;
  const edges = await rowsOf(tx, coauthorEdges, and(isAnyOf(authorKey, keys), isAnyOf(coauthorKey, keys)));
  const pairs = new Set(edges.map((edge) => `${edge.authorKey} ${edge.coauthorKey}`));
  return (one, other) => pairs.has(`${Math.min(one, other)} ${Math.max(one, other)}`);
}

/** Returns a function that tells whether an affiliation names an institution of a record. */
async function selectInstitutions(
  tx: Writer,
  candidates: readonly Candidate[],
): Promise<(key: number, affiliation: string | undefined) => boolean> {
  const texts = candidates.flatMap(({ listed }) => listed.flatMap(({ affiliation }) => splitAffiliation(affiliation ?? '')));
  const places = await selectAffiliationMatches(tx, [...new Set(texts)]);
  const contextKeys = [...places.values()].flatMap(({ contextKey }) => contextKey ?? []);
  if (contextKeys.length === 0) return () => false;
  const { authorKey, contextKey } = authorContexts;
  const isOfCandidate = isAnyOf(
    authorKey,
    candidates.map(({ key }) => key),
  );
  const rows = await rowsOf(tx, authorContexts, and(isOfCandidate, isAnyOf(contextKey, contextKeys)));
  const held = new Set(rows.map((row) => `${row.authorKey} ${row.contextKey}`));
  return (key, affiliation) => splitAffiliation(affiliation ?? '').some((part) => held.has(`${key} ${places.get(part)?.contextKey}`));
}
