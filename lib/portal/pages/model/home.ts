import type { AuthorCard } from '#lib/catalog/authors/model/author.ts';
import type { ContextCard } from '#lib/catalog/contexts/model/context.ts';
import type { GraphSlice } from '#lib/catalog/graph/model/kinds.ts';
import type { WorkView } from '#lib/catalog/works/model/views.ts';
import type { ProfileSummary } from './author-record.ts';

export interface HomeView {
  figures: { authors: number; works: number; topics: number; venues: number; claimed: number };
  /** A featured profile, claimed if there is one, and the graph around it. */
  featured: { author: ProfileSummary; around: GraphSlice } | null;
  newest: WorkView[];
  /** A work on whose date or year its sources disagree. */
  disputed: WorkView | null;
  topics: ContextCard[];
  people: (AuthorCard & { topics: string[] })[];
  /** Whether institutions are known with their domains, so that an email address there can be a proof. */
  hasRegistry: boolean;
}
