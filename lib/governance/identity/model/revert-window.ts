/** A change that was applied can be undone for so many days. */
export const revertDays = 30;
