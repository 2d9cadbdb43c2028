import type { AuthorContexts } from '#lib/catalog/contexts/model.ts';
import type { AuthorIndicator } from '#lib/catalog/indicators/model.ts';
import { type HiddenField, isHidden, type OwnerSays, type Privacy } from '#lib/catalog/statements/model.ts';
import type { TrustView } from '#lib/catalog/trust/model.ts';
import type { SourceLabel, WorkListView, WorkView } from '#lib/catalog/works/model/views.ts';

/** How a written name was resolved to a record, as a sentence for "why is this here". */
export const resolutionWords = {
  person_id: 'the source gives this person an id of its own',
  orcid: 'the source gives this ORCID iD',
  curated_variant: 'the source lists this spelling as a variant of the name',
  name_in_source: 'within this source, one name without an id is one record',
  case_variant: 'the name differs only in capital letters, within one source',
  same_name_same_work: 'another source names the same person on the same work',
  listed_on_page: 'the source lists the work on this person’s page',
  owner: 'the owner of the record says so',
  split: 'the work was moved here from a record of the same name, as the history of this record tells',
} as const;
export type Resolution = keyof typeof resolutionWords;

/** The sentence for a stored rule; one that this version does not know stays as it is. */
export const resolutionWord = (rule: string): string => (rule in resolutionWords ? resolutionWords[rule as Resolution] : rule);

/** A figure that a source declares of a person, beside what this instance derives. */
export interface DeclaredFigure {
  kind: string;
  value: number;
  label: string | null;
  source: SourceLabel;
  observedAt: Date;
  /** Works that the same page of the source lists. */
  listed: number;
}

/**
 * Sentences about declared figures that cannot be taken at face value: an h-index above the works that its page lists is about
 * a wider set of works; h works with h citations each need at least h² citations (Hirsch 2005); a list shorter than its count.
 */
export function figureWarnings(declared: readonly DeclaredFigure[]): string[] {
  const warnings: string[] = [];
  for (const { kind, value, source, listed } of declared) {
    const citations = declared.find((other) => other.kind === 'citations' && other.source.id === source.id)?.value;
    if (kind === 'h_index' && value > listed) {
      warnings.push(
        `${source.name} gives an h-index of ${value} and lists ${listed} works: the index is about works that are not listed there.`,
      );
    }
    if (kind === 'h_index' && citations !== undefined && citations < value * value) {
      warnings.push(
        `${source.name} gives an h-index of ${value} with ${citations} citations: such an index needs at least ${value * value}.`,
      );
    }
    if (kind === 'works' && value !== listed) warnings.push(`${value} works declared by ${source.name}, ${listed} listed.`);
  }
  return warnings;
}

/** A source's figures without those that the owner keeps back. */
export const shownFigures = (
  declared: readonly DeclaredFigure[],
  { indicatorsHidden, privacy }: { indicatorsHidden: boolean; privacy: Privacy | null },
): DeclaredFigure[] =>
  declared.filter(
    ({ kind }) =>
      !(indicatorsHidden && judgingKinds.includes(kind)) &&
      !(kind === 'followers' && isHidden(privacy, 'followers')) &&
      !(kind === 'close_collaborators' && isHidden(privacy, 'coauthors')),
  );

/** Declared figures that judge the works, which an owner may hide; the others only count. */
export const judgingKinds: readonly string[] = ['h_index', 'citations', 'novelty', 'ai_score'];

export interface CollaboratorView {
  slug: string;
  name: string;
  works: number;
  firstYear: number | null;
  lastYear: number | null;
}

/** What a list of authors shows of one. */
export interface AuthorCard {
  slug: string;
  name: string;
  kind: 'person' | 'organisation';
  /** A person of the sample instance who does not exist. */
  invented: boolean;
  affiliation: string | null;
  claimState: ClaimState;
  worksCount: number;
  firstYear: number | null;
  lastYear: number | null;
}

export const claimStates = ['unclaimed', 'pending', 'claimed', 'disputed'] as const;
export type ClaimState = (typeof claimStates)[number];

/** The public record page, whole: the same for every reader. */
export interface AuthorView {
  id: string;
  slug: string;
  name: string;
  kind: 'person' | 'organisation';
  /** What its owner says of themselves; null where nobody speaks for it. */
  owner: OwnerSays | null;
  /** What the owner keeps back, as far as a page says so: that there are other names is kept back with them. */
  keptBack: HiddenField[];
  /** False of a record that asks search engines to leave it out. */
  listed: boolean;
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
  similarNames: { slug: string; name: string; works: number; reason: string }[];
  collaborators: CollaboratorView[];
  /** Shared works among this author and the collaborators above, by slug. */
  edges: { from: string; to: string; works: number }[];
  coauthorsCount: number;
  /** Topics, venues and affiliations of the works. */
  contexts: AuthorContexts;
  /** Works that the owner shows first, in their order. */
  pinned: WorkView[];
  /** The page of works asked for. */
  works: WorkListView;
  revision: number;
  updatedAt: Date;
}

/** What the record page adds for a signed-in reader. Never part of what everybody gets. */
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
