/** Said after the number, to screen readers. */
export const unreadText = ' new';
