import type { ClaimState, CloseCollaborator, DeclaredFigure, SimilarName } from '#lib/catalog/authors/model/author.ts';
import type { AuthorContexts } from '#lib/catalog/contexts/model/context.ts';
import type { AuthorIndicator } from '#lib/catalog/indicators/model/indicator.ts';
import type { HiddenField } from '#lib/catalog/statements/model/hidden-fields.ts';
import type { OwnerSays } from '#lib/catalog/statements/model/statement.ts';
import type { TrustView } from '#lib/catalog/trust/model/snapshot.ts';
import type { SourceLabel, WorkListView, WorkView } from '#lib/catalog/works/model/views.ts';

/** The public record page, whole: the same for every reader. */
export interface AuthorView {
  id: string;
  slug: string;
  name: string;
  kind: 'person' | 'organisation';
  /** What its owner says of themselves; null where nobody speaks for it. */
  owner: OwnerSays | null;
  /** What the owner hides, as far as a page says so: that there are other names is hidden with them. */
  hiddenFields: HiddenField[];
  /** False of a record that asks search engines to leave it out. */
  listed: boolean;
  /** Created by its owner, and neither a proof nor a registered source supports it. */
  created: boolean;
  /** A person of the sample instance who does not exist. */
  invented: boolean;
  /** Bare iD and whether it was authenticated by its owner. */
  orcid: { id: string; authenticated: boolean } | null;
  /** The owner's own pages, each shown by a link in both directions. */
  ownPages: string[];
  affiliation: { name: string; source: SourceLabel; year: number | null } | null;
  claimState: ClaimState;
  /** When the public notice of a pending claim ends. */
  noticeEndsAt: Date | null;
  availability: { open: boolean; purposes: string[]; note: string | null } | null;
  alsoPublishedAs: string[];
  nativeNames: string[];
  sources: SourceLabel[];
  counters: { works: number; followers: number | null; topics: number; closeCollaborators: number | null };
  declared: DeclaredFigure[];
  /** Sentences about figures that cannot be taken at face value. */
  warnings: string[];
  /** What this instance computes of the works, by the methods page. */
  indicators: AuthorIndicator[];
  /** True where the owner shows no indicators: `declared` then lacks them, and `indicators` and the works have none. */
  indicatorsHidden: boolean;
  trust: TrustView;
  flags: { rule: string; reason: string }[];
  /** Records that may be the same person: a question, never acted on by itself. */
  suggestions: { slug: string; name: string; reason: string }[];
  /** Other people whose names could be meant by this one, each with why. */
  similarNames: SimilarName[];
  collaborators: CloseCollaborator[];
  /** Shared works among this author and the collaborators above, by slug. */
  edges: { from: string; to: string; works: number; lastYear: number | null }[];
  coauthorsCount: number;
  /** Topics, venues and affiliations of the works. */
  contexts: AuthorContexts;
  /** Works that the owner shows first, in their order. */
  pinned: WorkView[];
  /** The page of works asked for. */
  works: WorkListView;
  updatedAt: Date;
}

type SummaryField =
  | 'slug'
  | 'name'
  | 'kind'
  | 'claimState'
  | 'hiddenFields'
  | 'invented'
  | 'orcid'
  | 'affiliation'
  | 'availability'
  | 'sources'
  | 'counters'
  | 'flags'
  | 'owner'
  | 'trust'
  | 'collaborators'
  | 'edges';

/** What a card of a profile shows. */
export type ProfileSummary = Pick<AuthorView, SummaryField> & Pick<WorkListView, 'worksPerYear'>;

/** What the record page adds for a signed-in reader. Never part of what everybody gets. */
/** What the parts of a profile's page show of it that differ by reader. */
export type SlotAuthor = Pick<AuthorView, 'id' | 'slug' | 'name' | 'kind' | 'claimState' | 'noticeEndsAt' | 'availability'> & {
  counters: { followers: number | null };
};

export function slotAuthor({ id, slug, name, kind, claimState, noticeEndsAt, availability, counters }: AuthorView): SlotAuthor {
  return { id, slug, name, kind, claimState, noticeEndsAt, availability, counters: { followers: counters.followers } };
}

export interface AuthorViewerState {
  follow: 'on' | 'muted' | 'off';
  /** Null when the reader may claim; otherwise why not. */
  claimRefusal: string | null;
  /** Null when the reader may invite; otherwise why not. */
  inviteRefusal: string | null;
  isOwner: boolean;
  /** For the owner: works shown first, by their ids. */
  pinned: readonly string[];
}
