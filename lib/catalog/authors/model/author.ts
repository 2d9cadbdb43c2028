import { isHidden, type Privacy } from '#lib/catalog/statements/model/statement.ts';
import type { SourceLabel } from '#lib/catalog/works/model/views.ts';

/** How a written name was resolved to a record, as a sentence for "why is this here". */
const resolutionLabels = {
  person_id: 'the source gives this person an id of its own',
  orcid: 'the source gives this ORCID iD',
  curated_variant: 'the source lists this spelling as a variant of the name',
  name_in_source: 'the source has no author ids, so works under one name form one profile',
  case_variant: 'the name differs only in capital letters, within one source',
  same_name_same_work: 'another source names the same person on the same work',
  listed_on_page: 'the source lists the work on this person’s page',
  owner: 'the owner of the profile says so',
  split: 'the work was moved here from a profile of the same name; see the history of this profile',
} as const;
export type Resolution = keyof typeof resolutionLabels;

/** The sentence for a stored rule; one that this version does not know stays as it is. */
export const resolutionLabel = (rule: string): string => (rule in resolutionLabels ? resolutionLabels[rule as Resolution] : rule);

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

/** A source's figures without those that the owner hides. */
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
const judgingKinds: readonly string[] = ['h_index', 'citations', 'novelty', 'ai_score'];

/** Somebody who signs works with an author. */
export interface CollaboratorView {
  slug: string;
  name: string;
  works: number;
  firstYear: number | null;
  lastYear: number | null;
}

/** One of the few who sign most often with an author. */
export interface CloseCollaborator extends CollaboratorView {
  claimState: ClaimState;
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
  /** Works by year, those without works left out; none where the owner hides them. */
  years: readonly { year: number; works: number }[];
}

/** Another person whose name could be meant by this one, and why. */
export interface SimilarName {
  slug: string;
  name: string;
  works: number;
  reason: string;
}

const claimStates = ['unclaimed', 'pending', 'claimed', 'disputed'] as const;
export type ClaimState = (typeof claimStates)[number];
