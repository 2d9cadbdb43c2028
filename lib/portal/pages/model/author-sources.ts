import type { DeclaredFigure } from '#lib/catalog/authors/model/author.ts';
import type { ProfileElsewhere } from '#lib/catalog/sources/model.ts';
import type { SourceLabel } from '#lib/catalog/works/model/views.ts';
import type { RecordCorrectionView } from '#lib/governance/record-corrections/model.ts';
import type { AuthorView } from './author-record.ts';

/** What one source says of a person, and when that was read. */
export interface AuthorSourceView {
  source: SourceLabel;
  /** Its home page, where one is known. */
  home: string | null;
  /** Where the source takes its facts from in turn, where that is another place. */
  upstream: string | null;
  /** Works of the record that this source describes, is heard of, and on which it names the person. */
  works: number;
  firstReadAt: Date | null;
  lastReadAt: Date | null;
  /** When an import of the source last ended, whether or not it changed anything here; else the last reading. */
  lastCheckedAt: Date | null;
  /** How the source writes the name, on how many works, and how these spellings lead to the record: no rule where another source's list is shown. */
  nameVariants: { name: string; works: number; rules: string[] }[];
  affiliations: { name: string; works: number; firstYear: number | null; lastYear: number | null }[];
  /** The source's own pages of the person. */
  pages: {
    name: string;
    /** The iD that the page states: it proves nothing. */
    orcid: string | null;
    affiliation: string | null;
    field: string | null;
    href: string | null;
    listed: number;
    readAt: Date;
    /** Of a profile at another instance, what that states. */
    elsewhere: ProfileElsewhere | null;
  }[];
  declared: DeclaredFigure[];
}

/** The person's record with each source's word on it. */
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
  /** The name that the sources gave, where the owner's own or a corrected one is shown. */
  sourceName: string | null;
  /** iDs that sources give beside the name; being given by a source proves nothing. */
  givenOrcids: string[];
  sources: AuthorSourceView[];
  /** What is shown instead of what the sources say. */
  corrections: RecordCorrectionView[];
}
