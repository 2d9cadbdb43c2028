/** Public facts as lines: plain values alone, lists joined; what is nested deeper is named by its own members. */
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

/** A public fact in words: what it is, and what it says. */
export interface FactLine {
  term: string;
  description: string;
}

/** A fact as a line; none where there is nothing to say. */
export const factLine = (term: string, description: string | null): FactLine[] => (description === null ? [] : [{ term, description }]);

/** A proof without what is private of it: never an address. */
export interface ProofEvidence {
  id: string;
  kind: string;
  family: string;
  strength: string | null;
  state: string;
  observedAt: Date | null;
  facts: FactLine[];
}

/** One side of a question about who owns a record. */
export interface Side {
  /** The claim or the dispute. */
  id: string;
  /** 'The claimant' and 'Who objects' have no names here: what they have shown is what counts. */
  role: 'claimant' | 'objector';
  since: Date;
  state: string;
  strength: string | null;
  facts: FactLine[];
  proofs: ProofEvidence[];
}

/** What somebody has sent, and what it says of a record or work. */
export interface Statement {
  title: string;
  reason: string;
  facts: FactLine[];
  note: string | null;
  byAccount: boolean;
  at: Date;
  about: { name: string; path: string } | null;
}

/** What a case of the queue is, and the name of what it is about where that is no record. */
export interface CaseName {
  title: string;
  name: string | null;
}

/** What reviewers see of a case besides its records. */
export interface Evidence {
  /** Records besides the review's own, by their ids. */
  others: string[];
  sides: Side[];
  statement: Statement | null;
  /** Of a merge or a request to hide a name: what was asked, in a line each. */
  asked: FactLine[];
}
