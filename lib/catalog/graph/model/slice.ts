import { z } from 'zod';
import { firstValue } from '#lib/platform/form.ts';

/** How much of the graph a reader asks to see around an author. */
export interface SliceQuery {
  /** 1: co-authors; 2: their co-authors too. */
  steps: 1 | 2;
  /** Year of the last shared work at the earliest, or null. */
  since: number | null;
  /** Year of the first shared work at the latest, or null. */
  until: number | null;
  /** Shared works at least. */
  least: number;
}

export interface SlicePerson {
  slug: string;
  name: string;
  /** Steps away from the centre. */
  steps: 1 | 2;
  /** Works shared with the centre; 0 two steps away. */
  works: number;
  /** Those in the slice through whom somebody two steps away is reached, by slug. */
  through: string[];
}

interface SliceLink {
  from: string;
  to: string;
  works: number;
  firstYear: number | null;
  lastYear: number | null;
}

/** The graph around an author. Links between two people who are both two steps away are left out. */
export interface SliceView {
  people: SlicePerson[];
  links: SliceLink[];
  /** True where more people answer than a picture holds. */
  more: boolean;
}

/** The graph of the person who hides their co-authors. */
export const nobodyAround: SliceView = { people: [], links: [], more: false };

/** A picture of more people says nothing: so many co-authors, and so many people besides the centre. */
export const maxNeighbours = { 1: 60, 2: 40 } as const;
export const maxPeople = 149;

/** What may be asked for "works together, at least". */
export const minJointWorksChoices = [1, 2, 3, 5, 10] as const;

const year = z.coerce.number().int().min(1000).max(2999).nullable().catch(null).default(null);
const asked = z.object({
  since: year,
  until: year,
  least: z.coerce.number().int().min(1).max(1000).catch(1).default(1),
});

const one = (value: unknown): unknown => firstValue(value) || undefined;

/** What an address asks for; what it says badly counts as not said. */
export function parseSliceQuery(query: Record<string, string | string[] | undefined>): SliceQuery {
  const { since, until, least } = asked.parse({ since: one(query.since), until: one(query.until), least: one(query.least) });
  return { steps: one(query.steps) === '2' ? 2 : 1, since, until, least };
}

/** The same as the query of an address, without what goes without saying. */
export function sliceQuery({ steps, since, until, least }: SliceQuery): string {
  const query = new URLSearchParams();
  if (steps === 2) query.set('steps', '2');
  if (since !== null) query.set('since', String(since));
  if (until !== null) query.set('until', String(until));
  if (least > 1) query.set('least', String(least));
  return query.size > 0 ? `?${query}` : '';
}

/** An edge by the keys of its ends. */
export interface EdgeFacts {
  near: number;
  far: number;
  works: number;
  firstYear: number | null;
  lastYear: number | null;
}

/**
 * Whom two steps lead to, when there is room for so many: those who are tied to most of the co-authors shown, then by shared works.
 * @param edges each pair once
 */
export function secondStep(
  edges: readonly Pick<EdgeFacts, 'far' | 'works'>[],
  reached: ReadonlySet<number>,
  room: number,
): { keys: number[]; more: boolean } {
  const ties = new Map<number, { key: number; through: number; works: number }>();
  for (const { far, works } of edges) {
    const known = ties.get(far);
    if (known) {
      known.through += 1;
      known.works += works;
    } else if (!reached.has(far)) ties.set(far, { key: far, through: 1, works });
  }
  const inOrder = [...ties.values()].sort((a, b) => b.through - a.through || b.works - a.works || a.key - b.key);
  return { keys: inOrder.slice(0, room).map(({ key }) => key), more: inOrder.length > room };
}
