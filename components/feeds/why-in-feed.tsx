import { type FeedReason, feedReasonParts } from '#lib/community/feeds/model.ts';

/** Why an item is in the feed: every followed subject that it concerns. */
export function WhyInFeed({ reasons }: { reasons: readonly FeedReason[] }) {
  return (
    <p>
      {feedReasonParts(reasons).map(({ before, reason, after }) => (
        <span key={reason.path}>
          {before}
          <a href={reason.path}>{reason.name}</a>
          {after}
        </span>
      ))}
    </p>
  );
}
