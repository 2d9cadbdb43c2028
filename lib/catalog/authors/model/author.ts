import { isHidden, type Privacy } from '#lib/catalog/statements/model/statement.ts';
import type { SourceLabel } from '#lib/catalog/works/model/views.ts';

/** How a name in a source was resolved to a record, as text for "Why is this listed?". */
const resolutionLabels = {
  person_id: 'the source gives this person an id of its own',
  orcid: 'the source gives this ORCID iD',
  curated_variant: 'the source lists this spelling as a variant of the name',
  name_in_source: 'the source has no author ids, so works under one name form one profile',
  case_variant: 'the name differs only in capital letters, within one source',
  same_name_same_work: 'another source names the same person on the same work',
  name_and_coauthor: 'nobody else here has this name, and a co-author of the work has published with this person before',
  name_and_institution: 'nobody else here has this name, and the source names an institution of this person',
  listed_on_page: 'the source lists the work on this person’s page',
  owner: 'the owner of the profile says so',
  split: 'the work was moved here from a profile of the same name; see the history of this profile',
} as const;
export type ResolutionRule = keyof typeof resolutionLabels;

/**
 * Returns the label of a stored rule; a rule unknown to this version is returned unchanged. What an owner has entered rests on the owner's
 * word alone, whatever ids the entry has.
 */
export function resolutionLabel(rule: string, source: string): string {
  const known = source === 'owner' && rule !== 'split' ? 'owner' : rule;
  return known in resolutionLabels ? resolutionLabels[known as ResolutionRule] : known;
}

/** A figure that a source states about a person, shown beside the figures that this instance computes. */
export interface DeclaredFigure {
  kind: string;
  value: number;
  label: string | null;
  source: SourceLabel;
  observedAt: Date;
  /** Number of works that the same page of the source lists. */
  listedWorks: number;
}

/**
 * Returns warnings about declared figures that cannot be taken at face value: an h-index above the number of works listed on the page; an
 * h-index h with fewer than h² citations, which is impossible (Hirsch 2005); a work count that differs from the list.
 */
export function figureWarnings(declared: readonly DeclaredFigure[]): string[] {
  const warnings: string[] = [];
  for (const { kind, value, source, listedWorks } of declared) {
    const citations = declared.find((other) => other.kind === 'citations' && other.source.id === source.id)?.value;
    if (kind === 'h_index' && value > listedWorks) {
      warnings.push(
        `${source.name} gives an h-index of ${value} and lists ${listedWorks} works: the index is about works that are not listed there.`,
      );
    }
    if (kind === 'h_index' && citations !== undefined && citations < value * value) {
      warnings.push(
        `${source.name} gives an h-index of ${value} with ${citations} citations: such an index needs at least ${value * value}.`,
      );
    }
    if (kind === 'works' && value !== listedWorks) warnings.push(`${value} works declared by ${source.name}, ${listedWorks} listed.`);
  }
  return warnings;
}

/** Returns the declared figures that the owner does not hide. */
export const visibleFigures = (
  declared: readonly DeclaredFigure[],
  { indicatorsHidden, privacy }: { indicatorsHidden: boolean; privacy: Privacy | null },
): DeclaredFigure[] =>
  declared.filter(
    ({ kind }) =>
      !(indicatorsHidden && judgingKinds.includes(kind)) &&
      !(kind === 'followers' && isHidden(privacy, 'followers')) &&
      !(kind === 'close_collaborators' && isHidden(privacy, 'coauthors')),
  );

/** Kinds of figures that judge the works, which an owner may hide. The other kinds only count. */
const judgingKinds: readonly string[] = ['h_index', 'citations', 'novelty', 'ai_score'];

/** A co-author, with the number and years of joint works. */
export interface CollaboratorView {
  slug: string;
  name: string;
  works: number;
  firstYear: number | null;
  lastYear: number | null;
}

/** One of the most frequent co-authors of an author. */
export interface CloseCollaborator extends CollaboratorView {
  claimState: ClaimState;
}

/** An author in a list. */
export interface AuthorCard {
  slug: string;
  name: string;
  /** The family name within it, if a source or the owner states it. */
  family: string | null;
  kind: 'person' | 'organisation';
  /** True for an invented person of the sample instance. */
  invented: boolean;
  affiliation: string | null;
  claimState: ClaimState;
  worksCount: number;
  firstYear: number | null;
  lastYear: number | null;
  /** Works by year, without years that have no works; empty if the owner hides them. */
  years: readonly { year: number; works: number }[];
}

/** Another person who could have been meant by this name, with the reason. */
export interface SimilarName {
  slug: string;
  name: string;
  works: number;
  reason: string;
}

const claimStates = ['unclaimed', 'pending', 'claimed', 'disputed'] as const;
export type ClaimState = (typeof claimStates)[number];
