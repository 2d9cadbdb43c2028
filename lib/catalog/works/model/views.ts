import type { codeStates } from '#lib/catalog/sources/model.ts';
import type { RichText } from '#lib/platform/text/rich-text.ts';
import type { FacetName, WorkSelection } from './list/selection.ts';
import type { BibliographicFields } from './resolve.ts';

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

/** How the record of a page comes to be on a work: "why is this here". */
export interface OwnLine {
  position: number | null;
  nameAsWritten: string;
  /** A word of `resolutionWords` (lib/catalog/authors/model). */
  resolvedBy: string;
  source: SourceLabel;
  /** When the owner of the record said that it is theirs. */
  confirmedAt: Date | null;
}

/** What is known of a work's code, by whose word, and what a job found behind the link the last time that it looked. */
export interface CodeView {
  state: CodeState;
  url: string | null;
  evidence: string | null;
  checked: CodeCheck | null;
}

export interface CodeCheck {
  outcome: 'reachable' | 'gone' | 'unreachable';
  /** HTTP status, where there was an answer. */
  status: number | null;
  at: Date;
}

/** A figure that this instance computes of a work: see /methods. */
export interface ComputedFigure {
  method: 'novelty-1' | 'signal-1';
  value: number;
}

const workIndicatorKinds = ['score', 'paper_score', 'citations'] as const;
export type WorkIndicatorKind = (typeof workIndicatorKinds)[number];
export const isWorkIndicatorKind = (kind: string): kind is WorkIndicatorKind => workIndicatorKinds.some((known) => known === kind);

/** One work in a list of works. */
export interface WorkView extends Omit<BibliographicFields, 'volume' | 'pages' | 'publisher' | 'language'> {
  id: string;
  abstract: { text: RichText; source: SourceLabel } | null;
  /** Fields on which the sources disagree, each with who says what. */
  conflicts: { field: string; values: { source: SourceLabel; value: string }[] }[];
  category: { code: string; name: string } | null;
  code: CodeView | null;
  /** Other identifiers: arXiv, ACL Anthology … */
  identifiers: { scheme: string; value: string }[];
  sources: SourceLabel[];
  /** Names in their order; of a very long list the first ones, and the page's own. */
  authors: AuthorLine[];
  /** People whose page at a source lists the work, where no list of its authors has them: their places are not known. */
  unplaced: AuthorLine[];
  /** How many names the list has, those that are not among `authors` too. */
  authorsCount: number;
  /** False where every source cuts the list off. */
  authorsComplete: boolean;
  /** True where people sign it, none of whom may be shown. */
  unseen: boolean;
  /** Names of the list that are not shown, because their owners want it so. */
  suppressedNames: number;
  own: OwnLine | null;
  /** Figures that a source gives for this work, of the kinds that have a name here. */
  indicators: { kind: WorkIndicatorKind; value: number; source: SourceLabel }[];
  /** Figures computed here. */
  computed: ComputedFigure[];
}

/** One entry of an author's list: a work, and what may be other versions of it. */
export interface WorkEntryView {
  work: WorkView;
  versions: WorkView[];
  /** Versions beyond those shown. */
  moreVersions: number;
}

/** A value of a filter, and how many works it would leave. */
export interface FacetView {
  value: string;
  /** What the value means, where that is not a word of ours. */
  name: string;
  works: number;
}

/** What the works of each year are made of. */
export interface YearParts {
  names: string[];
  /** By year, one count for each name. */
  byYear: Record<number, number[]>;
}

/** One page of an author's works, as a selection asks for them. */
export interface WorkListView {
  /** What is shown: the selection asked for, as far as it can be. */
  selection: WorkSelection;
  entries: WorkEntryView[];
  /** Cursor of the next page, or null. */
  next: string | null;
  /** Works of the author; those among them that the selection leaves; and the entries that these are in. */
  total: number;
  selected: number;
  entriesCount: number;
  facets: Record<FacetName, FacetView[]>;
  /** Of all works, whatever the filters. */
  worksPerYear: { year: number; works: number }[];
  /** The same by who lists them; null where one source lists all. */
  yearParts: YearParts | null;
  undated: number;
  /** Sources that have a page of this person with works in an order of their own. */
  listedBy: SourceLabel[];
  /** True where at least one work has a value of signal-1. */
  hasSignal: boolean;
}
