import type { codeStates } from '#lib/catalog/sources/model.ts';
import type { RichText } from '#lib/platform/text/rich-text.ts';
import type { FacetName, WorkSelection } from './list/selection.ts';
import type { BibliographicFields } from './resolve.ts';

export type CodeState = (typeof codeStates)[number];

/** A source's id and display name. */
export interface SourceLabel {
  id: string;
  name: string;
}

/** One name in a work's author list. */
export interface AuthorLine {
  name: string;
  /** Slug of the linked record; null if the name is not linked. */
  slug: string | null;
  organisation: boolean;
  /** True for the record on whose page the list is. */
  own: boolean;
  /** 1-based position in the list; null if it is behind "et al.". */
  position: number | null;
}

/** How the record of a page came to be on a work, for "Why is this listed?". */
export interface OwnLine {
  position: number | null;
  nameAsWritten: string;
  /** A `Resolution` (lib/catalog/authors/model). */
  resolvedBy: string;
  source: SourceLabel;
  /** When the owner of the record confirmed the authorship. */
  confirmedAt: Date | null;
}

/** The code of a work: the sources' statement, and the result of the last probe of its link. */
export interface CodeView {
  state: CodeState;
  url: string | null;
  evidence: string | null;
  checked: CodeCheck | null;
}

export interface CodeCheck {
  outcome: 'reachable' | 'gone' | 'unreachable';
  /** HTTP status; null if there was no response. */
  status: number | null;
  at: Date;
}

/** A figure that this instance computes for a work: see /methods. */
export interface ComputedFigure {
  method: 'novelty-1' | 'signal-1';
  value: number;
}

const workIndicatorKinds = ['score', 'paper_score', 'citations'] as const;
export type WorkIndicatorKind = (typeof workIndicatorKinds)[number];
export const isWorkIndicatorKind = (kind: string): kind is WorkIndicatorKind => workIndicatorKinds.some((known) => known === kind);

export interface WorkView extends Omit<BibliographicFields, 'details'> {
  id: string;
  abstract: { text: RichText; source: SourceLabel } | null;
  /** Fields on which the sources disagree, each with the sources' values. */
  conflicts: { field: string; values: { source: SourceLabel; value: string }[] }[];
  category: { code: string; name: string } | null;
  code: CodeView | null;
  /** Other identifiers: arXiv, ACL Anthology … */
  identifiers: { scheme: string; value: string }[];
  sources: SourceLabel[];
  /** Names in order. For a very long list: the first ones, and the page's own. */
  authors: AuthorLine[];
  /** People whose page at a source lists the work, but whom no author list names, so that their positions are unknown. */
  unplaced: AuthorLine[];
  /** Number of names in the list, including those not in `authors`. */
  authorsCount: number;
  /** False if every source truncates the list. */
  authorsComplete: boolean;
  /** True if the work has authors, but none of them may be shown. */
  unseen: boolean;
  /** Number of suppressed names in the list. */
  suppressedNames: number;
  own: OwnLine | null;
  /** Figures that a source states for this work, of the known kinds. */
  indicators: { kind: WorkIndicatorKind; value: number; source: SourceLabel }[];
  /** Figures computed by this instance. */
  computed: ComputedFigure[];
}

/** An entry of an author's list: a work, and works that may be other versions of it. */
export interface WorkEntryView {
  work: WorkView;
  versions: WorkView[];
  /** Number of further versions that are not included. */
  moreVersions: number;
}

/** A value of a filter, with the number of works that it would select. */
export interface FacetView {
  value: string;
  /** Display name of the value. */
  name: string;
  works: number;
}

/** Parts of the bars of works by year. */
export interface YearParts {
  names: string[];
  /** Counts by year, one for each name. */
  byYear: Record<number, number[]>;
}

/** One page of an author's works, for a selection. */
export interface WorkListView {
  /** The applied selection: the requested one, except for an order that does not apply. */
  selection: WorkSelection;
  entries: WorkEntryView[];
  next: string | null;
  /** Number of the author's works, of the selected works, and of the entries that contain these. */
  total: number;
  selected: number;
  entriesCount: number;
  facets: Record<FacetName, FacetView[]>;
  /** All works by year, whatever the filters. */
  worksPerYear: { year: number; works: number }[];
  /** The same by listing source; null if a single source lists all works. */
  yearParts: YearParts | null;
  undated: number;
  /** Sources that have a page of this person with their own order of works. */
  listedBy: SourceLabel[];
  /** True if at least one work has a value of signal-1. */
  hasSignal: boolean;
}

/** A book, volume or other work that somebody edited. */
export interface EditedVolume {
  /** The id of the work: the volume, or a work that it contains. */
  id: string;
  title: string;
  year: number | null;
  language: string | null;
}
