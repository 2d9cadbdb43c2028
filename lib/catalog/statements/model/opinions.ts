import { z } from 'zod';
import { checkedValues, firstValue, idField } from '#lib/platform/form.ts';

const opinions = ['mine', 'not_mine', 'not_sure'] as const;
export type Opinion = (typeof opinions)[number];

/** The authorship state that follows from an opinion. "Not sure" leaves the state that the source asserts. */
export const stateByOpinion: Record<Opinion, 'confirmed' | 'not_mine' | 'asserted'> = {
  mine: 'confirmed',
  not_mine: 'not_mine',
  not_sure: 'asserted',
};

const isOpinion = (value: unknown): value is Opinion => opinions.some((each) => each === value);
/** Form fields about a work are named "of." and its id. */
const fieldPrefix = 'of.';
export const opinionFieldOf = (workId: string): string => `${fieldPrefix}${workId}`;

/** Opinions from the review page: one per work, or, from the button for the whole page, the same for every work on the page. */
export const opinionsInput = z
  .looseObject({
    authorId: idField,
    /** Ids of all works on the page. */
    page: checkedValues(idField, 500),
    all: z.enum(opinions).optional(),
    /** Query of the page's URL, for the redirect back. */
    query: z.string().max(200).optional(),
  })
  .transform(({ authorId, page, all, query, ...rest }) => {
    const opinions = Object.entries(rest).flatMap(([name, value]): [string, Opinion][] => {
      const opinion = firstValue(value);
      return name.startsWith(fieldPrefix) && isOpinion(opinion) ? [[name.slice(fieldPrefix.length), opinion]] : [];
    });
    return { authorId, query: query ?? '', opinions: new Map(all ? page.map((work) => [work, all]) : opinions) };
  });
export type OpinionsInput = z.output<typeof opinionsInput>;

/** A work of a record, for review by its owner. */
export interface ReviewedWork {
  id: string;
  title: string;
  language: string | null;
  year: number | null;
  venue: string | null;
  nameAsWritten: string;
  source: string;
  coauthors: string[];
  moreCoauthors: number;
  opinion: Opinion | null;
  statedAt: Date | null;
}

export const reviewFilters = ['unsaid', 'all', 'not_mine'] as const;
export type ReviewFilter = (typeof reviewFilters)[number];

/** A page of the works of a record, for review by its owner. */
export interface ReviewView {
  works: ReviewedWork[];
  filter: ReviewFilter;
  next: string | null;
  counts: { all: number; opinions: number };
}
