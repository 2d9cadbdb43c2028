import type { WorkView } from '#lib/catalog/works/model/views.ts';

/** What can happen to a record besides new works. */
const recordEventKinds = ['claimed', 'merged', 'split'] as const;
export type RecordEventKind = (typeof recordEventKinds)[number];

/**
 * A place in a feed. Works are placed by their keys, which count up as they arrive, at `news` 0; record news by its own key, just above
 * the newest work of its time.
 */
export interface Place {
  work: number;
  news: number;
}

/** Above everything that is or will be, on both engines' integers. */
export const top: Place = { work: 2_147_483_647, news: 0 };

/** The cursor of a page, out of a URL; the top where it is none. */
export function placeFrom(text: string | undefined): Place {
  const [, work, news] = /^(\d{1,10})-(\d{1,10})$/.exec(text ?? '') ?? [];
  const place = { work: Number(work), news: Number(news) };
  return work && news && place.work <= top.work && place.news <= top.work ? place : top;
}

export const cursorOf = ({ work, news }: Place): string => `${work}-${news}`;

/** Positive where the first is above the second. */
export const compared = (a: Place, b: Place): number => a.work - b.work || a.news - b.news;

/** Works below a place: those with a key below this. */
export const worksBelow = ({ work, news }: Place): number => (news > 0 ? work + 1 : work);

/** Something that the reader follows and that an item touches. */
export interface Reason {
  kind: 'author' | 'topic' | 'venue' | 'institution' | 'search';
  name: string;
  path: string;
}

export type FeedItem =
  | { kind: 'work'; place: Place; work: WorkView; reasons: Reason[] }
  | { kind: 'news'; place: Place; news: RecordEventKind; author: { name: string; slug: string }; at: Date };

export interface FeedPage {
  items: FeedItem[];
  /** The cursor of the next page. */
  next: string | null;
}

const called: Record<Reason['kind'], string> = {
  author: '',
  topic: 'the topic ',
  venue: 'the venue ',
  institution: 'the institution ',
  search: 'the search ',
};
const maxNamed = 3;

/** Why an item is there, in parts: words, and the names that lead somewhere. "You follow X, the topic Y and 2 more." */
export function reasonParts(reasons: readonly Reason[]): { before: string; reason: Reason; after: string }[] {
  const named = reasons.slice(0, maxNamed);
  const more = reasons.length - named.length;
  return named.map((reason, at) => {
    const isLast = at === named.length - 1 && more === 0;
    const joint = at === 0 ? 'You follow ' : isLast ? ' and ' : ', ';
    const after = at === named.length - 1 ? (more > 0 ? ` and ${more} more.` : '.') : '';
    return { before: joint + called[reason.kind], reason, after };
  });
}

/** The same as one sentence of plain text. */
export const reasonSentence = (reasons: readonly Reason[]): string =>
  reasonParts(reasons)
    .map(({ before, reason, after }) => before + reason.name + after)
    .join('');

/** What happened to a record, as a sentence without its full stop: the name is before it. */
export const recordEventLabels: Record<RecordEventKind, { label: string; description: string }> = {
  claimed: { label: 'has claimed their profile', description: 'Its owner now decides what it shows beside the sources.' },
  merged: {
    label: 'has another profile that is now part of this one',
    description: 'Both were found to be one person. Its works have grown.',
  },
  split: { label: 'has a profile that was split', description: 'Some of its works were found to be somebody else’s and moved away.' },
};
