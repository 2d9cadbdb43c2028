import type { ClaimState, CloseCollaborator, DeclaredFigure, SimilarName } from '#lib/catalog/authors/model/author.ts';
import type { AuthorContexts } from '#lib/catalog/contexts/model/context.ts';
import type { AuthorIndicator } from '#lib/catalog/indicators/model/indicator.ts';
import type { HiddenField } from '#lib/catalog/statements/model/hidden-fields.ts';
import type { PublicStatements } from '#lib/catalog/statements/model/statement.ts';
import type { Strength, TrustView } from '#lib/catalog/trust/model/snapshot.ts';
import type { EditedVolume, SourceLabel, WorkListView, WorkView } from '#lib/catalog/works/model/views.ts';

/** Content of the public record page, the same for every viewer. */
export interface AuthorView {
  id: string;
  slug: string;
  name: string;
  /** The family name within it, if a source or the owner states it. */
  family: string | null;
  kind: 'person' | 'organisation';
  /** Statements of the owner; null for an unclaimed record. */
  owner: PublicStatements | null;
  /** Fields that the owner hides and that the page mentions. Hidden name variants are not mentioned. */
  hiddenFields: HiddenField[];
  /** Whether search engines may index the record. */
  listed: boolean;
  /** Whether its owner created it, and neither a proof nor a registered source supports it. */
  created: boolean;
  /** Whether it is an invented person of the sample instance. */
  invented: boolean;
  /** iD without URL prefix, and whether its owner authenticated it. */
  orcid: { id: string; authenticated: boolean } | null;
  /** The owner's own pages, verified by links in both directions. */
  ownPages: string[];
  /** Whether the pages of the owner are links (lib/catalog/powers). */
  linksPages: boolean;
  affiliation: { name: string; source: SourceLabel; year: number | null } | null;
  claimState: ClaimState;
  /** The strength of what the owner has shown; null without an owner. */
  ownerStrength: Strength | null;
  /** The strongest valid proof of the owner, and the year of it; null without one. */
  ownerProof: { kind: string; year: number } | null;
  /** End of the public notice of a pending claim. */
  noticeEndsAt: Date | null;
  availability: { open: boolean; purposes: string[]; note: string | null } | null;
  alsoPublishedAs: string[];
  nativeNames: string[];
  sources: SourceLabel[];
  counters: { works: number; followers: number | null; topics: number; closeCollaborators: number | null };
  declared: DeclaredFigure[];
  /** Warnings about implausible figures. */
  warnings: string[];
  /** Indicators that this instance computes from the works, as the methods page explains. */
  indicators: AuthorIndicator[];
  /** Whether the owner hides indicators. Then `declared`, `indicators` and the works contain none. */
  indicatorsHidden: boolean;
  trust: TrustView;
  /** Doubts that everybody sees. */
  flags: { rule: string; reason: string }[];
  /** False if any rule doubts it, also one that is not public. */
  fitsOnePerson: boolean;
  /** Records that may be the same person; only a question, never acted on automatically. */
  suggestions: { slug: string; name: string; reason: string }[];
  /** Other people whose names may be confused with this one, each with the reason. */
  similarNames: SimilarName[];
  collaborators: CloseCollaborator[];
  coauthorsCount: number;
  /** Topics, venues and affiliations of the works. */
  contexts: AuthorContexts;
  /** Pinned works, in their order. */
  pinned: WorkView[];
  works: WorkListView;
  /** Books and volumes that the person edited, apart from the works and all counts. */
  edited: EditedVolume[];
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
  | 'fitsOnePerson'
  | 'owner'
  | 'trust';

export type ProfileSummary = Pick<AuthorView, SummaryField> & Pick<WorkListView, 'worksPerYear'>;

/** Parts of a profile that its slots show. */
export type SlotAuthor = Pick<
  AuthorView,
  'id' | 'slug' | 'name' | 'kind' | 'created' | 'claimState' | 'ownerStrength' | 'noticeEndsAt' | 'availability'
> & {
  counters: { followers: number | null };
};

export function slotAuthor({ counters, ...author }: AuthorView): SlotAuthor {
  const { id, slug, name, kind, created, claimState, ownerStrength, noticeEndsAt, availability } = author;
  const shown = { id, slug, name, kind, created, claimState, ownerStrength, noticeEndsAt, availability };
  return { ...shown, counters: { followers: counters.followers } };
}

/** Says what the owner of a profile has shown, and never more. */
export function ownershipNote({ created, ownerStrength }: Pick<SlotAuthor, 'created' | 'ownerStrength'>): string {
  if (ownerStrength === 'strong') return 'Somebody owns this profile, and has shown a strong proof that it is theirs.';
  if (created) return 'The account that created this profile owns it, and has not proved that it is about them.';
  return ownerStrength === 'fair'
    ? 'Somebody owns this profile. They have shown some evidence that it is theirs, but no strong proof.'
    : 'Somebody owns this profile by a claim. They have not proved that it is theirs.';
}

/** What the record page adds for a signed-in viewer; never part of the public page. */
export interface AuthorViewerState {
  follow: 'on' | 'muted' | 'off';
  /** Refusal code, or null if the viewer may claim the record. */
  claimRefusal: string | null;
  /** Refusal code, or null if the viewer may send an invitation. */
  inviteRefusal: string | null;
  isOwner: boolean;
  /** Ids of pinned works, for the owner. */
  pinned: readonly string[];
}
