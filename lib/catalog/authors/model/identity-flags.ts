import { differentHanNames, type NativeWriting } from '#lib/platform/names/han-names.ts';
import { tokenize } from '#lib/platform/text/tokenizer.ts';

/** What the identity rules look at of one work of a record. */
export interface SignedWork {
  title: string | null;
  year: number | null;
  category: string | null;
  /** Keys of the other people who sign it; null where the list is cut off, because it then says nothing of who is missing. */
  coauthors: readonly number[] | null;
}

/** A rule's doubt that a record is one person, with its reason in words. */
export interface IdentityFlag {
  rule: 'gap' | 'separate_groups' | 'two_person_ids' | 'two_han_names' | 'reported';
  reason: string;
}

/** Years without a work between two groups that are a long time in a working life. */
export const longGapYears = 6;
/** The smallest group of works that says something of a person's circle: fewer is a guest, not a second person. */
const minGroup = 3;

// Words that any two papers may share: they name no topic.
const commonWords = new Set(
  `a an and are as at be between beyond by can do does for from how in into is it its not of on or our over per the their them
  through to toward towards under up using via we what when where which with without
  adaptive analysis application applications approach approaches automatic based case data dataset deep effective efficient evaluating
  evaluation exploring fast framework general improved improving information language languages large learning method methods model
  modeling modelling models natural network networks neural new novel paper pre problem processing results simple study system systems
  task tasks technique techniques text toolkit trained training understanding use word words work`.split(/\s+/),
);

/** The words of a title that may name its topic, folded, plural s dropped. */
export const topicTerms = (title: string): Set<string> =>
  new Set(
    tokenize(title)
      .filter((word) => word.length > 1 && !commonWords.has(word))
      .map((word) => (word.length > 4 ? word.replace(/s$/, '') : word)),
  );

/** The open doubts about a record, by fixed rules (trust.md): see each rule. */
export function identityFlags(
  works: readonly SignedWork[],
  personIds: readonly string[],
  report: 'open' | 'upheld' | null = null,
  writings: readonly NativeWriting[] = [],
): IdentityFlag[] {
  const flags = [longGap(works), separateGroups(works), twoPersonIds(personIds), twoHanNames(writings), report && reported[report]];
  return flags.filter((flag) => flag !== null);
}

/** A report: open, by somebody with a confirmed address, or upheld. Who it was, and what they wrote, is nobody else's business. */
const reported: Record<'open' | 'upheld', IdentityFlag> = {
  open: { rule: 'reported', reason: 'A reader has reported that some works are another person’s; nobody has decided on it yet.' },
  upheld: { rule: 'reported', reason: 'Some works are another person’s: a report of it was upheld, and they are not split off yet.' },
};

/** Six years or more between consecutive works, and no topic word or category shared by the works on its two sides. */
function longGap(works: readonly SignedWork[]): IdentityFlag | null {
  const byYear = Map.groupBy(
    works.filter(({ year }) => year !== null),
    ({ year }) => year ?? 0,
  );
  const years = [...byYear.keys()].sort((a, b) => a - b);
  for (const [at, year] of years.entries()) {
    const before = years[at - 1];
    if (before === undefined || year - before < longGapYears) continue;
    const earlier = topicsOf(byYear.get(before) ?? []);
    if (earlier.isDisjointFrom(topicsOf(byYear.get(year) ?? [])))
      return { rule: 'gap', reason: `No work between ${before} and ${year}, and the works on either side share no topic.` };
  }
  return null;
}

const topicsOf = (works: readonly SignedWork[]): Set<string> =>
  new Set(works.flatMap(({ title, category }) => [...topicTerms(title ?? ''), ...(category ? [`category ${category}`] : [])]));

/** Two or more groups of at least three works whose complete author lists are not linked by any co-author. */
function separateGroups(works: readonly SignedWork[]): IdentityFlag | null {
  if (works.some(({ coauthors }) => coauthors === null)) return null;
  const signed = works.flatMap(({ coauthors }) => (coauthors && coauthors.length > 0 ? [coauthors] : []));
  if (signed.length < minGroup * 2) return null;
  const groups = groupSizes(signed).filter((size) => size >= minGroup);
  if (groups.length < 2) return null;
  return { rule: 'separate_groups', reason: `Its works fall into ${groups.length} groups of co-authors with nobody in common.` };
}

/** Sizes of the groups of lists that are linked by shared members (union-find over members). */
function groupSizes(lists: readonly (readonly number[])[]): number[] {
  const parent = new Map<number, number>();
  const rootOf = (member: number): number => {
    let root = member;
    for (let above = parent.get(root); above !== undefined && above !== root; above = parent.get(root)) root = above;
    parent.set(member, root);
    return root;
  };
  for (const [first, ...rest] of lists) for (const other of rest) if (first !== undefined) parent.set(rootOf(other), rootOf(first));
  const sizes = new Map<number, number>();
  for (const [first] of lists) if (first !== undefined) sizes.set(rootOf(first), (sizes.get(rootOf(first)) ?? 0) + 1);
  return [...sizes.values()];
}

function twoPersonIds(personIds: readonly string[]): IdentityFlag | null {
  const different = [...new Set(personIds)].sort();
  if (different.length < 2) return null;
  return { rule: 'two_person_ids', reason: `Sources give it ${different.length} different ORCID iDs: ${different.join(', ')}.` };
}

const maxNativesNamed = 3;

/** Different names in Han characters that are spelt alike in Latin letters: a source without ids takes their bearers for one person. */
function twoHanNames(writings: readonly NativeWriting[]): IdentityFlag | null {
  const found = differentHanNames(writings);
  if (!found) return null;
  const { latin, natives } = found;
  const named = natives.slice(0, maxNativesNamed);
  const all = natives.length > named.length ? `${named.join(', ')} and ${natives.length - named.length} more` : named.join(' and ');
  return { rule: 'two_han_names', reason: `Sources write ${latin} as different names in Han characters: ${all}.` };
}
