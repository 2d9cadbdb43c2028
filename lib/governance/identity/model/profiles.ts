import { coauthorKey, initialKey, isInitial, parseNameParts } from '#lib/platform/names/written-names.ts';
import type { NamesakeWork } from './namesakes.ts';
import { addVectors, type Vector, vectorLength } from './vectors.ts';

/** The features of a group of works taken as one person's. Profiles are additive: joining two groups joins their profiles. */
export interface GroupProfile {
  size: number;
  /** Positions in the block. */
  members: readonly number[];
  works: ReadonlySet<string>;
  orcids: ReadonlySet<string>;
  emails: ReadonlySet<string>;
  /** Full given names, with the number of works that write them. */
  given: ReadonlyMap<string, number>;
  middle: ReadonlySet<string>;
  initialsOnly: number;
  /** Keys of co-authors with a full given name, with their number of works. */
  coauthors: ReadonlyMap<string, number>;
  /** Initial and family name of all co-authors; `true` if one is written with only the initial. */
  initials: ReadonlyMap<string, boolean>;
  signed: number;
  title: Vector;
  titleLength: number;
  titled: number;
  venue: Vector;
  venueLength: number;
  venues: ReadonlyMap<string, number>;
  placed: number;
  affiliations: ReadonlyMap<number, number>;
  affiliated: number;
  years: readonly number[];
}

/** The weighted words of a work, relative to its block. */
interface WorkFeatures {
  title: Vector;
  venue: Vector;
  venueKey: string | null;
  affiliations: readonly number[];
}

/** Returns the profile of one work. */
export function profileOfWork(position: number, work: NamesakeWork, { title, venue, venueKey, affiliations }: WorkFeatures): GroupProfile {
  const name = parseNameParts(work.name);
  const coauthorNames = work.coauthors.map(parseNameParts);
  const initials = new Map<string, boolean>();
  for (const other of coauthorNames) initials.set(initialKey(other), (initials.get(initialKey(other)) ?? false) || isInitial(other.given));
  return {
    size: 1,
    members: [position],
    works: new Set([work.work]),
    orcids: new Set(work.orcid ? [work.orcid] : []),
    emails: new Set(work.email ? [work.email.toLowerCase()] : []),
    given: new Map(isInitial(name.given) ? [] : [[name.given, 1]]),
    middle: new Set(name.middle ? [name.middle] : []),
    initialsOnly: isInitial(name.given) ? 1 : 0,
    coauthors: new Map(coauthorNames.filter((other) => !isInitial(other.given)).map((other) => [coauthorKey(other), 1])),
    initials,
    signed: coauthorNames.length > 0 ? 1 : 0,
    title,
    titleLength: vectorLength(title),
    titled: title.size > 0 ? 1 : 0,
    venue,
    venueLength: vectorLength(venue),
    venues: new Map(venueKey ? [[venueKey, 1]] : []),
    placed: venueKey ? 1 : 0,
    affiliations: new Map(affiliations.map((each) => [each, 1])),
    affiliated: affiliations.length > 0 ? 1 : 0,
    years: work.year === null ? [] : [work.year],
  };
}

/** Returns the profile of two groups as one. */
export function joinProfiles(a: GroupProfile, b: GroupProfile): GroupProfile {
  const initials = new Map(a.initials);
  for (const [key, byInitial] of b.initials) initials.set(key, (initials.get(key) ?? false) || byInitial);
  const [title, venue] = [addVectors(a.title, b.title), addVectors(a.venue, b.venue)];
  return {
    size: a.size + b.size,
    members: [...a.members, ...b.members],
    works: a.works.union(b.works),
    orcids: a.orcids.union(b.orcids),
    emails: a.emails.union(b.emails),
    given: addVectors(a.given, b.given),
    middle: a.middle.union(b.middle),
    initialsOnly: a.initialsOnly + b.initialsOnly,
    coauthors: addVectors(a.coauthors, b.coauthors),
    initials,
    signed: a.signed + b.signed,
    title,
    titleLength: vectorLength(title),
    titled: a.titled + b.titled,
    venue,
    venueLength: vectorLength(venue),
    venues: addVectors(a.venues, b.venues),
    placed: a.placed + b.placed,
    affiliations: addVectors(a.affiliations, b.affiliations),
    affiliated: a.affiliated + b.affiliated,
    years: [...a.years, ...b.years].sort((x, y) => x - y),
  };
}
