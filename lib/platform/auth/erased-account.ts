/** Replaces the id of an account that was erased, of whichever account. No account has it: ids are twelve characters. */
export const erasedAccount = 'erased';

/** Stands for the record that it wrote for: which one it was is not told any longer. */
export const erasedRecord = 'erased';

/** What others read where its name was. */
export const formerMember = 'A former member';
