import { z } from 'zod';
import { firstValue } from '#lib/platform/form.ts';

export const opinions = ['mine', 'not_mine', 'not_sure'] as const;
export type Opinion = (typeof opinions)[number];

/** What an opinion makes of the authorship. Not to be sure leaves it as its source asserts it. */
export const stateAfter: Record<Opinion, 'confirmed' | 'not_mine' | 'asserted'> = {
  mine: 'confirmed',
  not_mine: 'not_mine',
  not_sure: 'asserted',
};

const isOpinion = (word: unknown): word is Opinion => opinions.some((each) => each === word);
const id = z.string().min(1).max(40);
/** Fields of the form that say something of one work are called "of." and its id. */
const field = 'of.';
export const fieldOf = (workId: string): string => `${field}${workId}`;

/**
 * Opinions as the review page sends them: one of each work where it was said one by one; or, by the button that says it of the whole
 * page, one of every work that the page had.
 */
export const opinionsInput = z
  .looseObject({
    authorId: id,
    /** Every work of the page. */
    page: z.preprocess((given) => (given === undefined ? [] : [given].flat()), z.array(id).max(500)),
    all: z.enum(opinions).optional(),
    /** The rest of the page's address, to come back to. */
    query: z.string().max(200).optional(),
  })
  .transform(({ authorId, page, all, query, ...rest }) => {
    const opinions = Object.entries(rest).flatMap(([name, value]): [string, Opinion][] => {
      const opinion = firstValue(value);
      return name.startsWith(field) && isOpinion(opinion) ? [[name.slice(field.length), opinion]] : [];
    });
    return { authorId, query: query ?? '', opinions: new Map(all ? page.map((work) => [work, all]) : opinions) };
  });
export type OpinionsInput = z.output<typeof opinionsInput>;

/** One work of a record as its owner looks through it. */
export interface ReviewedWork {
  id: string;
  title: string;
  year: number | null;
  venue: string | null;
  as: string;
  source: string;
  coauthors: string[];
  moreCoauthors: number;
  opinion: Opinion | null;
  saidAt: Date | null;
}

export const reviewFilters = ['unsaid', 'all', 'not_mine'] as const;
export type ReviewFilter = (typeof reviewFilters)[number];

/** A page of the works of a record, for its owner. */
export interface ReviewView {
  works: ReviewedWork[];
  filter: ReviewFilter;
  next: string | null;
  counts: { all: number; opinions: number };
}
