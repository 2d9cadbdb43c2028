export const savedWorksPath = '/api/saved-works';
/** Which of some works are saved. */
export const savedAmongPath = '/api/saved-works/among';

/** What the button of a work says. */
export const saveWords = (saved: boolean): string => (saved ? 'remove from saved' : 'save');
