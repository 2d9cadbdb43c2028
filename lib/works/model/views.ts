import type { RichText } from './rich-text.ts';

export const workTypes = ['preprint', 'article', 'paper', 'book', 'chapter', 'thesis', 'report', 'dataset', 'other'] as const;
export type WorkType = (typeof workTypes)[number];

export const codeStates = ['linked', 'reachable', 'promised', 'none'] as const;
export type CodeState = (typeof codeStates)[number];

/** A source as a page names it. */
export interface SourceLabel {
  id: string;
  name: string;
}

/** One name in a work's author list. */
export interface AuthorLine {
  name: string;
  /** The record that the name leads to. */
  slug: string | null;
  organisation: boolean;
  /** True for the record whose page this is. */
  own: boolean;
  /** 1-based place in the list; null behind "et al.". */
  position: number | null;
}

/** How the record of a page comes to stand on a work: "why is this here". */
export interface OwnLine {
  position: number | null;
  nameAsWritten: string;
  /** A word of `resolutionWords` (lib/authors/model). */
  resolvedBy: string;
  source: SourceLabel;
}

/** One work in a list of works. */
export interface WorkView {
  id: string;
  title: RichText | null;
  abstract: { text: RichText; source: SourceLabel } | null;
  type: WorkType;
  year: number | null;
  /** Partial date: YYYY, YYYY-MM or YYYY-MM-DD. */
  date: string | null;
  /** Fields on which the sources disagree, each with who says what. */
  conflicts: { field: string; values: { source: SourceLabel; value: string }[] }[];
  venue: string | null;
  category: { code: string; name: string } | null;
  code: { state: CodeState; url: string | null; evidence: string | null } | null;
  doi: string | null;
  url: string | null;
  retracted: boolean;
  sources: SourceLabel[];
  authors: AuthorLine[];
  /** False where every source cuts the list off. */
  authorsComplete: boolean;
  own: OwnLine | null;
  /** Figures that a source gives for this work. */
  indicators: { kind: string; value: number; source: SourceLabel }[];
}
