import type { ReactNode } from 'react';
import type { ProofOption, ProofView } from '#lib/governance/claims/model/proof-options.ts';

export interface StartProps {
  option: ProofOption;
  authorId: string;
  back: string;
  /** How the button begins: 'Claim with', 'Object with' or 'Show'. */
  verb: string;
}

export interface PlacementProps {
  proof: ProofView;
  /** The permanent URL of the record. */
  address: string;
}

/** The form of a proof method. Both parts work without script. */
export interface ProofForm {
  /** Starts the method, or shows its proof. */
  Start(props: StartProps): ReactNode;
  /** What to do with an issued token or link; to open a mailed link by default. */
  Placement?(props: PlacementProps): ReactNode;
}
