/** The stored snapshot as a page shows it: see `trustSnapshot`. */
export interface TrustView {
  method: string;
  points: number;
  level: number;
  levelName: string;
  label: string;
  computedAt: Date;
  parts: TrustPart[];
  /** The ladder's conditions, met or not. */
  conditions: { level: number; text: string; met: boolean }[];
}

export interface TrustPart {
  part: 'provenance' | 'coherence' | 'control' | 'affiliation' | 'attestation' | 'hygiene';
  points: number;
  max: number;
  lines: { rule: string; text: string; points: number; max: number; because: string[] }[];
}
