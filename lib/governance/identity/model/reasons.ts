import { longGapYears } from '#lib/catalog/authors/model/identity-flags.ts';
import { coauthorKey, isInitial, parseNameParts } from '#lib/platform/names/written-names.ts';
import type { NamesakeBlock } from './blocks.ts';
import type { EvidenceAgainst, EvidenceFor } from './namesakes.ts';
import type { GroupProfile } from './profiles.ts';
import { affiliationsAlike, givenNames, minSameInstitutionSimilarity, sharedCoauthors, yearsBetween } from './similarity.ts';
import { titleTerms, venueKey } from './texts.ts';

/** Upper bound on examples in a sentence. */
const maxNames = 5;
/** Similarity from which two affiliations are name variants of one institution. */
const sameInstitutionFrom = 0.5;
/** A given name that fewer than half of the works have distinguishes people. */
const distinctiveRarity = Math.log(2);

/** A feature that a reason can name, with the works that have it. */
type FeatureWorks = Map<string, { written: string; works: Set<number> }>;

function worksByFeature(
  indexes: readonly number[],
  featuresOf: (index: number) => readonly { key: string; written: string }[],
): FeatureWorks {
  const features: FeatureWorks = new Map();
  for (const index of indexes)
    for (const { key, written } of featuresOf(index)) {
      const feature = features.get(key) ?? { written, works: new Set<number>() };
      if (written < feature.written) feature.written = written;
      features.set(key, { ...feature, works: feature.works.add(index) });
    }
  return features;
}

const byCount = (a: { written: string; works: Set<number> }, b: { written: string; works: Set<number> }): number =>
  b.works.size - a.works.size || (a.written < b.written ? -1 : 1);

const coauthorsOf = (block: NamesakeBlock) => (index: number) =>
  (block.works[index]?.coauthors ?? []).flatMap((written) => {
    const parts = parseNameParts(written);
    return isInitial(parts.given) ? [] : [{ key: coauthorKey(parts), written }];
  });

const venueOf = (block: NamesakeBlock) => (index: number) => {
  const venue = block.works[index]?.venue;
  return venue ? [{ key: venueKey(venue), written: venue }] : [];
};

const wordsOf = (block: NamesakeBlock) => (index: number) => {
  const work = block.works[index];
  return [
    ...(work?.topics ?? []).map((topic) => ({ key: `topic ${topic}`, written: topic })),
    ...titleTerms(work?.title ?? '').map((term) => ({ key: term.stem, written: term.word })),
  ];
};

/** Selects features by their works: those in both groups, or those in at least two works of one group. */
type WorkFilter = (works: ReadonlySet<number>) => boolean;

function selectNames(features: FeatureWorks, isWanted: WorkFilter): { names: string[]; works: number } {
  const selected = [...features.values()].filter(({ works }) => isWanted(works)).sort(byCount);
  return {
    names: selected.slice(0, maxNames).map(({ written }) => written),
    works: new Set(selected.flatMap(({ works }) => [...works])).size,
  };
}

/** Returns words that several works share, most distinctive first: those that many of these works and few others have. */
function topicWords(indexes: readonly number[], block: NamesakeBlock, isWanted: WorkFilter): string[] {
  const allFeatures = worksByFeature([...block.works.keys()], wordsOf(block));
  return [...worksByFeature(indexes, wordsOf(block))]
    .filter(([, { works }]) => isWanted(works))
    .map(([key, { written, works }]) => {
      const total = allFeatures.get(key)?.works.size ?? works.size;
      return { written, weight: works.size * Math.log((block.works.length + 1) / total) };
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight || (a.written < b.written ? -1 : 1))
    .slice(0, maxNames)
    .map(({ written }) => written);
}

function featureEvidence(indexes: readonly number[], block: NamesakeBlock, isWanted: WorkFilter): EvidenceFor[] {
  const coauthors = selectNames(worksByFeature(indexes, coauthorsOf(block)), isWanted);
  const venues = selectNames(worksByFeature(indexes, venueOf(block)), isWanted);
  const orcids = worksByFeature(indexes, (index) => textFeature(block.works[index]?.orcid));
  const emails = worksByFeature(indexes, (index) => textFeature(block.works[index]?.email?.toLowerCase()));
  const words = topicWords(indexes, block, isWanted);
  return [
    ...[...orcids]
      .filter(([, { works }]) => isWanted(works))
      .map(([orcid, { works }]): EvidenceFor => ({ kind: 'orcid', orcid, works: works.size })),
    ...[...emails.values()].filter(({ works }) => isWanted(works)).map(({ works }): EvidenceFor => ({ kind: 'email', works: works.size })),
    ...(coauthors.names.length > 0 ? [{ kind: 'coauthors' as const, ...coauthors }] : []),
    ...(venues.names.length > 0 ? [{ kind: 'venue' as const, ...venues }] : []),
    ...(words.length > 0 ? [{ kind: 'topic' as const, words }] : []),
  ];
}

const textFeature = (text: string | null | undefined) => (text ? [{ key: text, written: text }] : []);

/** Returns the evidence that connects a group: what at least two of its works have in common. */
export function evidenceWithin(group: GroupProfile, block: NamesakeBlock): EvidenceFor[] {
  const commonEvidence = featureEvidence(group.members, block, (works) => works.size >= 2);
  const affiliations = affiliationEvidence(group, block);
  return sortEvidence([
    ...commonEvidence,
    ...affiliations,
    ...nameEvidence(
      [...group.given.keys()].filter((given) => (group.given.get(given) ?? 0) > 1),
      block,
    ),
    ...yearEvidence(group),
  ]);
}

/** Returns what two groups have in common. */
export function evidenceForOnePerson(a: GroupProfile, b: GroupProfile, block: NamesakeBlock): EvidenceFor[] {
  const [inA, inB] = [new Set(a.members), new Set(b.members)];
  const sharedEvidence = featureEvidence(
    [...a.members, ...b.members],
    block,
    (works) => !works.isDisjointFrom(inA) && !works.isDisjointFrom(inB),
  );
  const hasSimilarIn = (otherGroup: GroupProfile) => (one: number) =>
    [...otherGroup.affiliations.keys()].some((other) => block.affiliationsAlike(one, other) >= sameInstitutionFrom);
  const sharedNumbers = new Set([...a.affiliations.keys()].filter(hasSimilarIn(b))).union(
    new Set([...b.affiliations.keys()].filter(hasSimilarIn(a))),
  );
  const names = [...sharedNumbers].map((number) => block.affiliations[number] ?? '').sort();
  return sortEvidence([
    ...sharedEvidence,
    ...(names.length > 0 ? [{ kind: 'affiliation' as const, names: names.slice(0, maxNames) }] : []),
    ...nameEvidence(givenNames(a, b).shared, block),
  ]);
}

function affiliationEvidence(group: GroupProfile, block: NamesakeBlock): EvidenceFor[] {
  const shared = [...group.affiliations].filter(
    ([one, works]) =>
      works > 1 ||
      [...group.affiliations.keys()].some((other) => other !== one && block.affiliationsAlike(one, other) >= sameInstitutionFrom),
  );
  const names = shared.sort(([a, x], [b, y]) => y - x || a - b).map(([number]) => block.affiliations[number] ?? '');
  return names.length > 0 ? [{ kind: 'affiliation', names: names.slice(0, maxNames) }] : [];
}

const nameEvidence = (given: readonly string[], block: NamesakeBlock): EvidenceFor[] => {
  const distinctive = given.filter((each) => block.givenRarity(each) > distinctiveRarity).sort();
  const singleIndex = block.singles.findIndex((one) => distinctive.some((each) => one.given.has(each)));
  return distinctive.length > 0 ? [{ kind: 'name', written: block.works[singleIndex]?.name ?? '' }] : [];
};

const yearEvidence = ({ years }: GroupProfile): EvidenceFor[] => {
  const [from, to] = [years[0], years.at(-1)];
  return from !== undefined && to !== undefined && years.length > 1 ? [{ kind: 'years', from, to }] : [];
};

const evidenceOrder: readonly EvidenceFor['kind'][] = ['orcid', 'email', 'coauthors', 'affiliation', 'name', 'topic', 'venue', 'years'];
const sortEvidence = (evidenceFor: EvidenceFor[]): EvidenceFor[] =>
  evidenceFor.sort((a, b) => evidenceOrder.indexOf(a.kind) - evidenceOrder.indexOf(b.kind));

/** Returns evidence that two groups are two people. A feature that is missing in a group is not evidence. */
export function evidenceForTwoPeople(a: GroupProfile, b: GroupProfile, block: NamesakeBlock): EvidenceAgainst[] {
  const { full, byInitial } = sharedCoauthors(a, b);
  const [gap] = yearsBetween(a.years, b.years);
  const [earlier, later] = (a.years[0] ?? 0) <= (b.years[0] ?? 0) ? [a, b] : [b, a];
  const shared = evidenceForOnePerson(a, b, block).map(({ kind }) => kind);
  const hasBoth = (part: 'signed' | 'titled' | 'placed' | 'affiliated') => a[part] > 0 && b[part] > 0;
  return [
    ...differentOrcids(a, b),
    ...(a.works.isDisjointFrom(b.works) ? [] : [{ kind: 'same_work' as const, works: a.works.intersection(b.works).size }]),
    ...differentNames(a, b, block),
    ...(hasBoth('signed') && full + byInitial === 0 ? [{ kind: 'coauthors' as const, one: a.initials.size, other: b.initials.size }] : []),
    ...(hasBoth('affiliated') && affiliationsAlike(a, b, block) < minSameInstitutionSimilarity
      ? [{ kind: 'affiliation' as const, one: commonestAffiliationOf(a, block), other: commonestAffiliationOf(b, block) }]
      : []),
    ...(hasBoth('titled') && !shared.includes('topic') ? [{ kind: 'topic' as const }] : []),
    ...(hasBoth('placed') && !shared.includes('venue') ? [{ kind: 'venue' as const }] : []),
    ...(gap >= longGapYears ? [{ kind: 'years' as const, gap, from: earlier.years.at(-1) ?? 0, to: later.years[0] ?? 0 }] : []),
  ];
}

function differentOrcids(a: GroupProfile, b: GroupProfile): EvidenceAgainst[] {
  const [one, other] = [[...a.orcids][0], [...b.orcids][0]];
  return one && other && a.orcids.isDisjointFrom(b.orcids) ? [{ kind: 'orcid', one, other }] : [];
}

function differentNames(a: GroupProfile, b: GroupProfile, block: NamesakeBlock): EvidenceAgainst[] {
  const middleDiffers = a.middle.size > 0 && b.middle.size > 0 && a.middle.isDisjointFrom(b.middle);
  if (!givenNames(a, b).differ && !middleDiffers) return [];
  const nameOf = ({ members }: GroupProfile) =>
    [...new Set(members.map((index) => block.works[index]?.name ?? ''))].sort((x, y) => y.length - x.length)[0] ?? '';
  return [{ kind: 'name', one: nameOf(a), other: nameOf(b) }];
}

const commonestAffiliationOf = ({ affiliations }: GroupProfile, block: NamesakeBlock): string => {
  const [number] = [...affiliations].sort(([a, x], [b, y]) => y - x || a - b)[0] ?? [];
  return number === undefined ? '' : (block.affiliations[number] ?? '');
};
