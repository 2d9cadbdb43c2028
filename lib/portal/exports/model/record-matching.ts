/** Methods to match a person of an archive on this instance, most reliable first. */
const matchMethods = ['id', 'orcid', 'person_id', 'works'] as const;
export type MatchMethod = (typeof matchMethods)[number];

export const matchMethodLabels: Record<MatchMethod, string> = {
  id: 'the same profile',
  orcid: 'the same ORCID iD',
  person_id: 'the same person of the same source',
  works: 'the same works, signed by the same name',
};

export interface Candidate {
  key: number;
  id: string;
  slug: string;
  name: string;
  orcids: readonly string[];
}

export type Match = { kind: 'one'; record: Candidate; by: MatchMethod } | { kind: 'several'; records: Candidate[] } | { kind: 'none' };

/** Returns whether two people have different ORCID iDs, and so are different people whatever works they signed. */
const isOtherPerson = (orcids: readonly string[], { orcids: theirs }: Candidate): boolean =>
  orcids.length > 0 && theirs.length > 0 && !theirs.some((each) => orcids.includes(each));

/**
 * Returns the record of this instance that the most reliable method matches. If a method matches several records, a person has to choose. A
 * name alone never matches.
 */
export function matchOf(orcids: readonly string[], candidates: Partial<Record<MatchMethod, readonly Candidate[]>>): Match {
  for (const by of matchMethods) {
    const records = [...new Map((candidates[by] ?? []).map((each) => [each.key, each])).values()].filter(
      (each) => by === 'id' || by === 'orcid' || !isOtherPerson(orcids, each),
    );
    const [first] = records;
    if (!first) continue;
    return records.length === 1 ? { kind: 'one', record: first, by } : { kind: 'several', records };
  }
  return { kind: 'none' };
}
