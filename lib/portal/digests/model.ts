import type { FeedItem } from '#lib/community/feeds/model.ts';

export interface Digest {
  since: Date;
  items: FeedItem[];
  /** Whether the feed contains more items than the email. */
  more: boolean;
  notices: { title: string; text: string; path: string }[];
  /** Whether there are more notifications than the email contains. */
  moreNotices: boolean;
  /** End of the period whose notifications are included; the next digest continues from here. */
  notifiedUntil: Date;
  isEmpty: boolean;
}
