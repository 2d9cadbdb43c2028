import { z } from 'zod';
import { firstValue, type QueryParameters } from '#lib/platform/form.ts';

/** The part of the co-author graph to show around an author. */
export interface SliceQuery {
  /** 1: co-authors; 2: also their co-authors. */
  steps: 1 | 2;
  /** Earliest year of the last shared work, or null. */
  since: number | null;
  /** Latest year of the first shared work, or null. */
  until: number | null;
  /** Minimum number of shared works. */
  least: number;
}

export interface SlicePerson {
  slug: string;
  name: string;
  /** Distance from the centre. */
  steps: 1 | 2;
  /** Number of works shared with the centre; 0 at distance 2. */
  works: number;
  /** Slugs of the people in the slice who connect a person at distance 2 with the centre. */
  through: string[];
}

interface SliceLink {
  from: string;
  to: string;
  works: number;
  firstYear: number | null;
  lastYear: number | null;
}

/** The graph around an author, without links between two people at distance 2. */
export interface SliceView {
  people: SlicePerson[];
  links: SliceLink[];
  /** True if more people match than the slice can show. */
  more: boolean;
}

/** The slice of a person who hides their co-authors. */
export const emptySlice: SliceView = { people: [], links: [], more: false };

/** Upper bounds for a legible graph: co-authors by number of steps, and people besides the centre. */
export const maxNeighbours = { 1: 60, 2: 40 } as const;
export const maxSlicePeople = 149;

/** Choices for the minimum number of joint works. */
export const minJointWorksChoices = [1, 2, 3, 5, 10] as const;

const yearSchema = z.coerce.number().int().min(1000).max(2999).nullable().catch(null).default(null);
const querySchema = z.object({ since: yearSchema, until: yearSchema, least: z.coerce.number().int().min(1).max(1000).catch(1).default(1) });

const firstParameter = (value: unknown): unknown => firstValue(value) || undefined;

/** Parses the query of a URL. Invalid values are treated as absent. */
export function parseSliceQuery(query: QueryParameters): SliceQuery {
  const { since, until, least } = querySchema.parse({
    since: firstParameter(query.since),
    until: firstParameter(query.until),
    least: firstParameter(query.least),
  });
  return { steps: firstParameter(query.steps) === '2' ? 2 : 1, since, until, least };
}

/** Formats a slice as the query of a URL, without default values. */
export function formatSliceQuery({ steps, since, until, least }: SliceQuery): string {
  const query = new URLSearchParams();
  if (steps === 2) query.set('steps', '2');
  if (since !== null) query.set('since', String(since));
  if (until !== null) query.set('until', String(until));
  if (least > 1) query.set('least', String(least));
  return query.size > 0 ? `?${query}` : '';
}

/** An edge, by the author keys of its ends. */
export interface EdgeFacts {
  near: number;
  far: number;
  works: number;
  firstYear: number | null;
  lastYear: number | null;
}

/**
 * Selects the people at distance 2 for a number of free places: those linked to most of the shown co-authors first, then by shared works.
 * @param edges each pair once
 */
export function selectPeopleTwoStepsAway(
  edges: readonly Pick<EdgeFacts, 'far' | 'works'>[],
  reached: ReadonlySet<number>,
  room: number,
): { keys: number[]; more: boolean } {
  const candidates = new Map<number, { key: number; through: number; works: number }>();
  for (const { far, works } of edges) {
    const candidate = candidates.get(far);
    if (candidate) {
      candidate.through += 1;
      candidate.works += works;
    } else if (!reached.has(far)) candidates.set(far, { key: far, through: 1, works });
  }
  const ranked = [...candidates.values()].sort((a, b) => b.through - a.through || b.works - a.works || a.key - b.key);
  return { keys: ranked.slice(0, room).map(({ key }) => key), more: ranked.length > room };
}
