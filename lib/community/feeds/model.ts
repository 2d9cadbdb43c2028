import type { WorkView } from '#lib/catalog/works/model/views.ts';

/** Events of a record besides new works. */
const recordEventKinds = ['claimed', 'merged', 'split'] as const;
export type RecordEventKind = (typeof recordEventKinds)[number];

/**
 * A position in a feed. A work has its key, which increases in order of arrival, and `news` 0. A record event has the key of the newest
 * work of its time and its own key, which places it just above that work.
 */
export interface FeedPosition {
  work: number;
  news: number;
}

/** Above every item, within the integer range of both engines. */
export const topFeedPosition: FeedPosition = { work: 2_147_483_647, news: 0 };

/** Upper bound on new entries that are counted. */
export const maxNewEntries = 99;

/** Parses the cursor in a URL; returns the top if it is missing or invalid. */
export function parseFeedCursor(text: string | undefined): FeedPosition {
  const [, work, news] = /^(\d{1,10})-(\d{1,10})$/.exec(text ?? '') ?? [];
  const position = { work: Number(work), news: Number(news) };
  return work && news && position.work <= topFeedPosition.work && position.news <= topFeedPosition.work ? position : topFeedPosition;
}

export const formatFeedCursor = ({ work, news }: FeedPosition): string => `${work}-${news}`;

/** Comparator: positive if the first position is above the second. */
export const compareFeedPositions = (a: FeedPosition, b: FeedPosition): number => a.work - b.work || a.news - b.news;

/** Returns the exclusive upper bound on the keys of works below a position. */
export const workKeyBoundOf = ({ work, news }: FeedPosition): number => (news > 0 ? work + 1 : work);

/** A followed subject that an item matches. */
export interface FeedReason {
  kind: 'author' | 'topic' | 'venue' | 'institution' | 'search';
  /** The id of the person, context or saved search. */
  id: string;
  name: string;
  path: string;
}

export type FeedItem =
  | { kind: 'work'; position: FeedPosition; work: WorkView; reasons: FeedReason[] }
  | { kind: 'news'; position: FeedPosition; news: RecordEventKind; author: { id: string; name: string; slug: string }; at: Date };

export interface FeedPage {
  items: FeedItem[];
  /** The cursor of the next page. */
  next: string | null;
}

const kindPrefixes: Record<FeedReason['kind'], string> = {
  author: '',
  topic: 'the topic ',
  venue: 'the venue ',
  institution: 'the institution ',
  search: 'the search ',
};
const maxNamedReasons = 3;

/** Returns why an item is shown, in parts: text, and names to link. "You follow X, the topic Y and 2 more." */
export function feedReasonParts(reasons: readonly FeedReason[]): { before: string; reason: FeedReason; after: string }[] {
  const namedReasons = reasons.slice(0, maxNamedReasons);
  const remaining = reasons.length - namedReasons.length;
  return namedReasons.map((reason, index) => {
    const isLast = index === namedReasons.length - 1 && remaining === 0;
    const connector = index === 0 ? 'You follow ' : isLast ? ' and ' : ', ';
    const after = index === namedReasons.length - 1 ? (remaining > 0 ? ` and ${remaining} more.` : '.') : '';
    return { before: connector + kindPrefixes[reason.kind], reason, after };
  });
}

/** Returns the same as one sentence of plain text. */
export const feedReasonSentence = (reasons: readonly FeedReason[]): string =>
  feedReasonParts(reasons)
    .map(({ before, reason, after }) => before + reason.name + after)
    .join('');

/** What happened to a record. `label` is a predicate that follows its name, without a full stop. */
export const recordEventLabels: Record<RecordEventKind, { label: string; description: string }> = {
  claimed: { label: 'has claimed their profile', description: 'Its owner now decides what it shows beside the sources.' },
  merged: {
    label: 'has another profile that is now part of this one',
    description: 'Both were found to be one person. Its works have grown.',
  },
  split: { label: 'has a profile that was split', description: 'Some of its works were found to be somebody else’s and moved away.' },
};
