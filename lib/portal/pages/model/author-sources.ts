import type { DeclaredFigure } from '#lib/catalog/authors/model/author.ts';
import type { ExternalProfile } from '#lib/catalog/sources/model.ts';
import type { SourceLabel } from '#lib/catalog/works/model/views.ts';
import type { CorrectionView } from '#lib/governance/corrections/model.ts';
import type { AuthorView } from './author-record.ts';

/** Facts that one source states about a person, and when they were read. */
export interface AuthorSourceView {
  source: SourceLabel;
  /** Home page of the source, if known. */
  home: string | null;
  /** Name of the upstream from which the source takes its facts, if different. */
  upstream: string | null;
  /** Number of works that the source describes and on which it names the person. */
  works: number;
  firstReadAt: Date | null;
  lastReadAt: Date | null;
  /** Time at which the last import of the source finished, even without changes; otherwise the last reading. */
  lastCheckedAt: Date | null;
  /**
   * Name variants in the source with their number of works, and the rules that assign them to the record. There are no rules if the list of
   * another source is shown.
   */
  nameVariants: { name: string; works: number; rules: string[] }[];
  affiliations: { name: string; works: number; firstYear: number | null; lastYear: number | null }[];
  /** The source's own pages about the person. */
  pages: {
    name: string;
    /** iD stated by the page; it proves nothing. */
    orcid: string | null;
    affiliation: string | null;
    field: string | null;
    href: string | null;
    listed: number;
    readAt: Date;
    /** Statements of a profile at another instance. */
    elsewhere: ExternalProfile | null;
  }[];
  declared: DeclaredFigure[];
}

/** The record with what each source states about it. */
export interface AuthorSourcesView
  extends Pick<
    AuthorView,
    | 'slug'
    | 'name'
    | 'kind'
    | 'orcid'
    | 'affiliation'
    | 'warnings'
    | 'suggestions'
    | 'alsoPublishedAs'
    | 'nativeNames'
    | 'owner'
    | 'hiddenFields'
  > {
  works: number;
  /** Name given by the sources, if the owner's or a corrected name is shown instead. */
  sourceName: string | null;
  /** The source that lists the person under this name; null if it is the form on most works. */
  nameChosenBy: SourceLabel | null;
  /** iDs that sources give with the name; this proves nothing. */
  givenOrcids: string[];
  sources: AuthorSourceView[];
  /** Corrections shown instead of the sources' values. */
  corrections: CorrectionView[];
}
