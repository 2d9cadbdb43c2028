export const savedWorksPath = '/api/saved-works';
/** Returns which of given works are saved. */
export const savedAmongPath = '/api/saved-works/among';

/** Returns the label of a work's save button. */
export const saveButtonLabel = (saved: boolean): string => (saved ? 'remove from saved' : 'save');
