import type { FeedItem } from '#lib/community/feeds/model.ts';

/** What a digest tells. */
export interface Digest {
  since: Date;
  items: FeedItem[];
  /** The feed holds more than the letter does. */
  more: boolean;
  notices: { title: string; text: string; path: string }[];
  /** There are more notices than the letter holds. */
  moreNotices: boolean;
  /** Up to when it tells of notices; the next letter goes on from there. */
  toldUntil: Date;
  isEmpty: boolean;
}
