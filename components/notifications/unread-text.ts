/** Follows the number, for screen readers only. */
export const unreadCountSuffix = ' new';
