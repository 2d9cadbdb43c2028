/** One authorship under a name, with features that distinguish namesakes. Names and texts are as the sources state them. */
export interface NamesakeWork {
  /** The id of the authorship, unique among the given works. */
  id: string;
  /** The id of the work. Two authorships of one work are two people. */
  work: string;
  /** The person's name as written there: "Given Family" or "Family, Given". */
  name: string;
  coauthors: readonly string[];
  /** The person's affiliations on this work. */
  affiliations: readonly string[];
  venue: string | null;
  title: string | null;
  topics: readonly string[];
  year: number | null;
  /** ORCID iD, without URL, that a source states for the person on this work. */
  orcid: string | null;
  /** The person's email address, as the work prints it. */
  email: string | null;
}

/** Evidence for one person: the closed set that pages describe in sentences. */
export type EvidenceFor =
  | { kind: 'orcid'; orcid: string; works: number }
  | { kind: 'email'; works: number }
  | { kind: 'coauthors'; names: string[]; works: number }
  | { kind: 'affiliation'; names: string[] }
  | { kind: 'venue'; names: string[]; works: number }
  | { kind: 'topic'; words: string[] }
  | { kind: 'name'; written: string }
  | { kind: 'years'; from: number; to: number };

/** Evidence for two people. */
export type EvidenceAgainst =
  | { kind: 'orcid'; one: string; other: string }
  | { kind: 'same_work'; works: number }
  | { kind: 'name'; one: string; other: string }
  | { kind: 'coauthors'; one: number; other: number }
  | { kind: 'affiliation'; one: string; other: string }
  | { kind: 'venue' }
  | { kind: 'topic' }
  | { kind: 'years'; gap: number; from: number; to: number };

/** Works that the method assigns to one person. A suggestion: it merges and splits nothing. */
export interface NamesakeCluster {
  /** Ids of the given authorships, oldest work first. */
  ids: string[];
  years: { from: number; to: number } | null;
  /** Evidence that connects the works, strongest first; empty for a single work. */
  evidenceFor: EvidenceFor[];
  /** The most similar cluster, by its index, with the evidence for and against one person. */
  nearest: (ClusterComparison & { cluster: number }) | null;
}

/** A comparison of two groups of works. */
export interface ClusterComparison {
  /** Log-odds that both belong to one person; the method joins them from 0 upwards. */
  score: number;
  /** Whether a rule forbids joining (two iDs, one work) or requires it (one iD, one address), whatever the score. */
  ruling: 'apart' | 'together' | null;
  evidenceFor: EvidenceFor[];
  evidenceAgainst: EvidenceAgainst[];
}

/** Frequency of the name among the people of the instance; `given` is null if the name has only an initial. */
export interface NameFrequency {
  people: number;
  /** Number of people with this family name. */
  family: number;
  /** Number of people with this first given name. */
  given: number | null;
}
