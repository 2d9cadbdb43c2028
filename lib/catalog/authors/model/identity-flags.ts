import { findDifferentHanNames, type NativeWriting } from '#lib/platform/names/han-names.ts';
import { tokenize } from '#lib/platform/text/tokenizer.ts';

/** The data of one work of a record that the identity rules use. */
export interface SignedWork {
  title: string | null;
  year: number | null;
  category: string | null;
  /** Keys of the co-authors; null if the author list is truncated, because co-authors may then be missing. */
  coauthors: readonly number[] | null;
}

/** A rule's doubt that a record is one person, with the reason as text. */
export interface IdentityFlag {
  rule: keyof typeof flagPrecision;
  reason: string;
}

/**
 * The share of flagged records that hold works of several people, by rule: of 162 gold records and 300 known people
 * (`npm run bench -- flags`); for Han names 5 of the 8 flagged records of the ACL Anthology, judged by hand. Null for a rule that does not
 * guess: it repeats what sources or reviewers state.
 */
const flagPrecision = {
  gap: 0.17,
  separate_groups: 0.14,
  two_person_ids: null,
  two_han_names: 0.63,
  reported: null,
};

/** Minimum precision of a rule whose doubts are shown to everybody, and cost points. */
const minPublicPrecision = 0.9;

/** True for a doubt that everybody sees. The others are questions to the owner and to people who sort the works. */
export function isPublicFlag({ rule }: { rule: string }): boolean {
  const precision = flagPrecision[rule as IdentityFlag['rule']];
  return precision === null || (precision !== undefined && precision >= minPublicPrecision);
}

/** Minimum gap between two groups of works that raises a flag, in years. */
export const longGapYears = 6;
/** Minimum number of works in a group. A smaller group may be an occasional collaboration, and does not indicate a second person. */
const minGroupWorks = 3;

// Stop words: common in titles, without naming a topic.
const commonWords = new Set(
  `a an and are as at be between beyond by can do does for from how in into is it its not of on or our over per the their them
  through to toward towards under up using via we what when where which with without
  adaptive analysis application applications approach approaches automatic based case data dataset deep effective efficient evaluating
  evaluation exploring fast framework general improved improving information language languages large learning method methods model
  modeling modelling models natural network networks neural new novel paper pre problem processing results simple study system systems
  task tasks technique techniques text toolkit trained training understanding use word words work`.split(/\s+/),
);

/** Returns the words of a title that may name its topic, folded, without a plural s. */
export const topicTermsOf = (title: string): Set<string> =>
  new Set(
    tokenize(title)
      .filter((word) => word.length > 1 && !commonWords.has(word))
      .map((word) => (word.length > 4 ? word.replace(/s$/, '') : word)),
  );

/** Returns the open identity flags of a record. The rules are documented below and in trust.md. */
export function identityFlags(
  works: readonly SignedWork[],
  personIds: readonly string[],
  hasUpheldReport = false,
  writings: readonly NativeWriting[] = [],
): IdentityFlag[] {
  const flags = [
    flagLongGap(works),
    flagSeparateGroups(works),
    flagTwoPersonIds(personIds),
    flagTwoHanNames(writings),
    hasUpheldReport ? reportFlag : null,
  ];
  return flags.filter((flag) => flag !== null);
}

/** Flags an upheld report. One that is not decided changes nothing public. The reporter and the text are confidential. */
const reportFlag: IdentityFlag = {
  rule: 'reported',
  reason: 'Some works are another person’s: a report of it was upheld, and they are not split off yet.',
};

/** Flags a gap of at least `longGapYears` if the works before and after it share no topic word or category. */
function flagLongGap(works: readonly SignedWork[]): IdentityFlag | null {
  const datedWorks = works.filter(({ year }) => year !== null);
  const byYear = Map.groupBy(datedWorks, ({ year }) => year ?? 0);
  const years = [...byYear.keys()].sort((a, b) => a - b);
  for (const [at, year] of years.entries()) {
    const previous = years[at - 1];
    if (previous === undefined || year - previous < longGapYears) continue;
    const earlierTopics = topicsOf(byYear.get(previous) ?? []);
    if (earlierTopics.isDisjointFrom(topicsOf(byYear.get(year) ?? [])))
      return { rule: 'gap', reason: `No work between ${previous} and ${year}, and the works on either side share no topic.` };
  }
  return null;
}

const topicsOf = (works: readonly SignedWork[]): Set<string> =>
  new Set(works.flatMap(({ title, category }) => [...topicTermsOf(title ?? ''), ...(category ? [`category ${category}`] : [])]));

/** Flags at least two groups of at least `minGroupWorks` works without a common co-author. Needs complete author lists. */
function flagSeparateGroups(works: readonly SignedWork[]): IdentityFlag | null {
  if (works.some(({ coauthors }) => coauthors === null)) return null;
  const coauthorLists = works.flatMap(({ coauthors }) => (coauthors && coauthors.length > 0 ? [coauthors] : []));
  if (coauthorLists.length < minGroupWorks * 2) return null;
  const groups = groupSizes(coauthorLists).filter((size) => size >= minGroupWorks);
  if (groups.length < 2) return null;
  const apart = groups.reduce((sum, size) => sum + size, 0) - Math.max(...groups);
  return { rule: 'separate_groups', reason: `${apart} of ${works.length} works share no co-author with the rest.` };
}

/** Returns the sizes of the connected components of the lists, linked by shared members (union-find over members). */
function groupSizes(lists: readonly (readonly number[])[]): number[] {
  const parent = new Map<number, number>();
  const rootOf = (member: number): number => {
    let root = member;
    for (let next = parent.get(root); next !== undefined && next !== root; next = parent.get(root)) root = next;
    parent.set(member, root);
    return root;
  };
  for (const [first, ...rest] of lists) for (const other of rest) if (first !== undefined) parent.set(rootOf(other), rootOf(first));
  const sizes = new Map<number, number>();
  for (const [first] of lists) if (first !== undefined) sizes.set(rootOf(first), (sizes.get(rootOf(first)) ?? 0) + 1);
  return [...sizes.values()];
}

function flagTwoPersonIds(personIds: readonly string[]): IdentityFlag | null {
  const distinctIds = [...new Set(personIds)].sort();
  if (distinctIds.length < 2) return null;
  return { rule: 'two_person_ids', reason: `Sources give it ${distinctIds.length} different ORCID iDs: ${distinctIds.join(', ')}.` };
}

const maxNamesInReason = 3;

/** Flags names that differ in Han characters but share one Latin transliteration: a source without author ids merges these people. */
function flagTwoHanNames(writings: readonly NativeWriting[]): IdentityFlag | null {
  const difference = findDifferentHanNames(writings);
  if (!difference) return null;
  const { latin, natives } = difference;
  const listedNames = natives.slice(0, maxNamesInReason);
  const namesText =
    natives.length > listedNames.length
      ? `${listedNames.join(', ')} and ${natives.length - listedNames.length} more`
      : listedNames.join(' and ');
  return { rule: 'two_han_names', reason: `Sources write ${latin} as different names in Han characters: ${namesText}.` };
}
