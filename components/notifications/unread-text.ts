/** Follows the number, for screen readers only. */
export const unreadCountSuffix = ' new';

/** The highest number that is shown; `maxUnreadCounted` of lib/community/notifications is one more. */
const maxShown = 99;

export const unreadText = (unread: number): string => (unread > maxShown ? `${maxShown}+` : String(unread));
