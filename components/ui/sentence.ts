let listFormat: Intl.ListFormat | undefined;
let numberFormat: Intl.NumberFormat | undefined;

/** "A", "A and B", "A, B and C". */
export function joinWords(words: readonly string[]): string {
  // On first use, because the first formatter of a page takes a browser 50 ms.
  listFormat ??= new Intl.ListFormat('en-GB', { type: 'conjunction' });
  return listFormat.format(words);
}

/** 1989 → "1,989". */
export function formatNumber(value: number): string {
  numberFormat ??= new Intl.NumberFormat('en-GB', { maximumFractionDigits: 2 });
  return numberFormat.format(value);
}

/** Formats a span of years: "2019–2026" or "2026"; null if no year is known. */
export const formatYearSpan = ({ firstYear, lastYear }: { firstYear: number | null; lastYear: number | null }): string | null =>
  firstYear === null ? null : lastYear === null || firstYear === lastYear ? `${firstYear}` : `${firstYear}–${lastYear}`;

/** Formats a count with its noun: "1 work", "2 works", "1,989 works". */
export const formatCount = (count: number, one: string, many = `${one}s`): string => `${formatNumber(count)} ${count === 1 ? one : many}`;

/** "a grant proposal" → "A grant proposal". */
export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
