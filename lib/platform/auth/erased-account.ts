/** Replaces the id of any erased account. No account can have it: ids have twelve characters. */
export const erasedAccount = 'erased';

/** Replaces the id of the author record for which an erased account sent or received an invitation. */
export const erasedRecord = 'erased';

/** Shown to others instead of the name of an erased account. */
export const formerMember = 'A former member';
