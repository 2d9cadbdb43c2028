const list = new Intl.ListFormat('en-GB', { type: 'conjunction' });
const figures = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 2 });

/** "A", "A and B", "A, B and C". */
export const listed = (words: readonly string[]): string => list.format(words);

/** 1989 → "1,989". */
export const figure = (value: number): string => figures.format(value);

/** "1 work", "2 works", "1,989 works". */
export const counted = (count: number, one: string, many = `${one}s`): string => `${figure(count)} ${count === 1 ? one : many}`;
