/** One authorship of a name, with what tells its person from namesakes. Names and texts are as the sources write them. */
export interface NamesakeWork {
  /** Of the authorship: unique among the works given. */
  id: string;
  /** Of the work that it is on: two authorships of one work are two people. */
  work: string;
  /** The person's own name as written there; "Given Family" or "Family, Given". */
  name: string;
  coauthors: readonly string[];
  /** The person's own affiliations there. */
  affiliations: readonly string[];
  venue: string | null;
  title: string | null;
  topics: readonly string[];
  year: number | null;
  /** Bare ORCID iD that a source gives the person on this work. */
  orcid: string | null;
  /** The person's own address, as the work prints it. */
  email: string | null;
}

/** What speaks for one person: the closed set from which pages make sentences. */
export type Bond =
  | { kind: 'orcid'; orcid: string; works: number }
  | { kind: 'email'; works: number }
  | { kind: 'coauthors'; names: string[]; works: number }
  | { kind: 'affiliation'; names: string[] }
  | { kind: 'venue'; names: string[]; works: number }
  | { kind: 'topic'; words: string[] }
  | { kind: 'name'; written: string }
  | { kind: 'years'; from: number; to: number };

/** What speaks for two people. */
export type Divide =
  | { kind: 'orcid'; one: string; other: string }
  | { kind: 'same_work'; works: number }
  | { kind: 'name'; one: string; other: string }
  | { kind: 'coauthors'; one: number; other: number }
  | { kind: 'affiliation'; one: string; other: string }
  | { kind: 'venue' }
  | { kind: 'topic' }
  | { kind: 'years'; gap: number; from: number; to: number };

/** Works that the method takes for one person's. A suggestion: nothing is merged or split by it. */
export interface Cluster {
  /** Ids of the authorships given, oldest work first. */
  ids: string[];
  years: { from: number; to: number } | null;
  /** What holds it together, strongest first; empty for a single work. */
  bonds: Bond[];
  /** The cluster most like it, by its place in the list, with what speaks against and for their being one person. */
  nearest: (Comparison & { cluster: number }) | null;
}

/** Two groups of works side by side. */
export interface Comparison {
  /** Log-odds that the two are one person's; the method joins them from 0 up. */
  score: number;
  /** True where a rule forbids (two iDs, one work) or demands (one iD, one address) that they are joined, whatever the score. */
  ruled: 'apart' | 'together' | null;
  bonds: Bond[];
  divides: Divide[];
}

/** How common the name is among the people that the instance knows; `given` is null where the name has an initial only. */
export interface NameFrequency {
  people: number;
  /** Of them, with this family name. */
  family: number;
  /** Of them, with this first given name. */
  given: number | null;
}
