export const savedWorksPath = '/api/saved-works';

/** What the button of a work says. */
export const saveWords = (saved: boolean): string => (saved ? 'remove from saved' : 'save');
