/** Returns public facts as lines. Lists are joined; nested values are flattened under the names of their members. */
export function factLines(facts: object): FactLine[] {
  return Object.entries(facts).flatMap(([name, value]): FactLine[] => {
    const term = name
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .replaceAll('_', ' ')
      .toLowerCase();
    if (value === null || value === undefined || value === '') return [];
    if (Array.isArray(value)) return [{ term, description: value.map(plainText).join(', ') }];
    if (typeof value === 'object') return factLines(value).map((line) => ({ ...line, term: `${term}, ${line.term}` }));
    if (typeof value === 'boolean') return [{ term, description: value ? 'yes' : 'no' }];
    return [{ term, description: String(value) }];
  });
}

const plainText = (value: unknown): string =>
  typeof value === 'object' && value !== null
    ? Object.values(value)
        .filter((each) => each !== null)
        .join(', by ')
    : String(value);

/** A public fact: its term and description. */
export interface FactLine {
  term: string;
  description: string;
}

/** Returns a fact as a line; none if the description is null. */
export const factLine = (term: string, description: string | null): FactLine[] => (description === null ? [] : [{ term, description }]);

/** A proof without its private data: never an email address. */
export interface ProofEvidence {
  id: string;
  kind: string;
  family: string;
  strength: string | null;
  state: string;
  observedAt: Date | null;
  facts: FactLine[];
}

/** One side of a case about the ownership of a record. */
export interface CaseSide {
  /** The id of the claim or dispute. */
  id: string;
  /** Sides are shown without names, because only their proofs count. */
  role: 'claimant' | 'objector';
  since: Date;
  state: string;
  strength: string | null;
  facts: FactLine[];
  proofs: ProofEvidence[];
}

/** What a person has submitted about a record or work. */
export interface CaseSubmission {
  title: string;
  reason: string;
  facts: FactLine[];
  note: string | null;
  byAccount: boolean;
  at: Date;
  about: { name: string; path: string } | null;
}

/** A work that a report names, and the work here that it means. */
export interface ReportedWork {
  /** The line of the report. */
  text: string;
  /** Null if no work here, or more than one, has the address, DOI or title. */
  work: { id: string; title: string; year: number | null; venue: string | null; authors: string[]; isOnProfile: boolean } | null;
  matchedBy: 'address' | 'doi' | 'title' | null;
}

/** The title of a case in the queue, and the name of a subject that is not a record. */
export interface CaseName {
  title: string;
  name: string | null;
}

/** What reviewers see of a case besides its record. */
export interface CaseEvidence {
  /** Ids of further records that the case concerns. */
  otherRecordIds: string[];
  sides: CaseSide[];
  submission: CaseSubmission | null;
  /** The works that a report names, in its order. */
  reported: ReportedWork[];
  /** For a merge or a request to hide a name: the request, line by line. */
  request: FactLine[];
}
