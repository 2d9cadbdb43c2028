import { type Finding, finding, type Reading } from './problems.ts';

/** A date as far as it is known: YYYY, YYYY-MM or YYYY-MM-DD, and its year. */
interface PartialDate {
  year?: number;
  date?: string;
}

/** The years that a date may have. */
const yearLimits = { earliest: 1000, latest: 2100 };

/** Names and abbreviations of months, as the first letters by which they are recognised in ten languages. */
const monthStarts = [
  'jan|janv|jän|jen|ene|gen|sty|leden|led|ян|січ|ocak|oca|tammi|1月|一月|ιαν',
  'feb|fév|fev|fév|febr|lut|únor|úno|фев|лют|şub|helmi|2月|二月|φεβ',
  'mar|mär|mrz|mrt|maa|břez|bře|мар|бер|maalis|3月|三月|μαρ|μάρ|mart',
  'apr|avr|abr|kwi|dub|апр|кві|nis|huhti|4月|四月|απρ',
  'may|mai|maj|mei|mag|maggio|květ|kvě|мая|май|тра|toukо|touko|máj|maio|5月|五月|μαΐ|μαι|mayıs',
  'jun|juin|juni|giu|cze|červn|июн|чер|haz|kesä|jún|6月|六月|ιουν',
  'jul|juil|lug|lip|červenc|июл|лип|tem|heinä|júl|7月|七月|ιουλ',
  'aug|aoû|aou|ago|sie|srp|авг|сер|ağu|elo|8月|八月|αυγ',
  'sep|set|wrz|zář|сен|вер|eyl|syys|9月|九月|σεπ',
  'oct|okt|out|ott|paź|říj|окт|жов|eki|loka|10月|十月|οκτ',
  'nov|lis|noy|ноя|kas|marras|11月|十一月|νοε',
  'dec|dez|dic|déc|gru|pros|дек|гру|ara|joulu|12月|十二月|δεκ',
].map((starts) => starts.split('|'));

/** Seasons of issues. They state no month. */
const season =
  /(?<!\p{L})(?:spring|summer|autumn|fall|winter|frühling|frühjahr|sommer|herbst|printemps|été|automne|hiver|primavera|verano|otoño|invierno|q[1-4]|(?:1st|2nd|3rd|4th|first|second|third|fourth) quarter)(?!\p{L})/iu;

const pad = (value: number): string => String(value).padStart(2, '0');
const daysIn = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate();

/** Returns true if a partial date is one of the calendar: a month from 1 to 12, and a day that the month has. */
export function isCalendarDate(date: string): boolean {
  const [, year = '', month, day] = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/.exec(date) ?? [];
  if (year === '' || Number(year) < yearLimits.earliest || Number(year) > yearLimits.latest) return false;
  if (month !== undefined && (Number(month) < 1 || Number(month) > 12)) return false;
  return day === undefined || (Number(day) >= 1 && Number(day) <= daysIn(Number(year), Number(month)));
}

/** Returns the month that a word names, 1 to 12; 0 if it names none. */
function monthOfWord(word: string): number {
  const folded = word.toLowerCase().replace(/\.$/, '');
  const exact = monthStarts.findIndex((starts) => starts.some((start) => folded === start));
  if (exact >= 0) return exact + 1;
  const lengths = monthStarts.map((starts) =>
    Math.max(0, ...starts.filter((start) => start.length > 2 && folded.startsWith(start)).map(({ length }) => length)),
  );
  const longest = Math.max(...lengths);
  return longest === 0 ? 0 : lengths.indexOf(longest) + 1;
}

/** The words of a text that may name a month. */
const monthWords = (text: string): { at: number; month: number }[] =>
  [...text.matchAll(/\d{1,2}月|[一二三四五六七八九十]{1,2}月|\p{L}+/gu)].flatMap(({ 0: word, index }) => {
    const month = monthOfWord(word);
    return month > 0 ? [{ at: index, month }] : [];
  });

/**
 * Parses a month with or without a day, in free text ("August 26-30", "1–3 December", "10~jan", "6"): a single day gives a day, and a span of
 * days or months only its first month.
 */
function monthAndDay(written: string): { month: number; day: number } | null {
  const text = written.replace(/[{}"~\\#]+/g, ' ').trim();
  const [, number, other] = /^(\d{1,2})(?:\s*[-–/.]+\s*(\d{1,2}))?$/.exec(text) ?? [];
  if (number !== undefined) {
    const [first, second] = [Number(number), Number(other ?? 0)];
    // Of two numbers that can both be months, the first is one: "3-4" is March to April.
    const [month, day] = first > 12 ? [second, first] : [first, second > 12 ? second : 0];
    return month >= 1 && month <= 12 ? { month, day } : null;
  }
  const [first, last] = monthWords(text);
  if (!first) return null;
  const days = text.replace(/\d{1,2}月/g, ' ').match(/(?<!\d)\d{1,2}(?!\d)/g) ?? [];
  const isSpan =
    /\d\s*(?:[-–—/&]|to|and|und|bis)\s*\d/.test(text) || /[-–—]/.test(text) || (last !== undefined && last.month !== first.month);
  return { month: first.month, day: days.length === 1 && !isSpan ? Number(days[0]) : 0 };
}

/** The first year in a text. A letter may follow, which distinguishes works of one year ("2019a"). */
const yearPattern = /(?<!\d)(\d{4})(?!\d)/;
/** The years before the first year of each era of Japan. */
const eras: Readonly<Record<string, number>> = { 明治: 1867, 大正: 1911, 昭和: 1925, 平成: 1988, 令和: 2018 };
const eraYear = new RegExp(`(${Object.keys(eras).join('|')})\\s*(\\d{1,2}|元)\\s*年`);
/** A year of the Hijri, Buddhist or another calendar. */
const otherCalendar = /\d{3,4}\s*(?:A\.?\s?H\.?|A\.?\s?M\.?|B\.?\s?E\.?|S\.?\s?H\.?|هـ?|ش)(?!\p{L})|พ\.ศ\.\s*\d{4}/u;
const cjkDate = /(\d{4})\s*[年년](?:\s*(\d{1,2})\s*[月월](?:\s*(\d{1,2})\s*[日일])?)?/;
/** EDTF and ISO 8601, with marks of uncertainty, an interval, or a time. */
const isoDate = /^\s*(\d{4})(?:[-/.](\d{1,2})(?:[-/.](\d{1,2}))?)?(?=$|[\s?~%TZ/,;]|[–—-]\d{4}|--)/;
const dayFirst = /^\s*(\d{1,2})([-/.\s])\s*(\d{1,2})\2\s*(\d{4})\s*$/;
const noDate = /^\W*(?:n\.?\s?d\.?|s\.?\s?a\.?|o\.?\s?j\.?|no date|undated|s\.?\s?d\.?|н\.?\s?д\.?)\W*$/i;
/** What a date field has instead of a date, for a work that is not published yet. */
const unpublished =
  /(?<!\p{L})(?:in press|forthcoming|to appear|accepted|submitted|in preparation|in review|under review|im druck|im erscheinen|à paraître|en prensa|no prelo|in corso di stampa|в печати|in druk|advance online publication|online first|early access|(?:epub )?ahead of print)(?!\p{L})/iu;

/** Returns the status of a work that is not published, if a date field states one instead of a date. */
export const statusInDate = (text: string): string | null => unpublished.exec(text.replace(/[{}]/g, ''))?.[0].toLowerCase() ?? null;

const impossibleDay = 'This day or month does not exist.';
const unreadable = 'It is no date that can be read.';
const onlyStart = 'Only the start of a span of time is stored.';
const noSeason = 'A season is not stored: it has no month.';
const ambiguous = 'It is not certain which number is the day and which the month.';

function compose(written: string, year: number, month: number, day: number): Reading<PartialDate> {
  if (year < yearLimits.earliest || year > yearLimits.latest)
    return {
      value: {},
      problems: [finding(written, `The year is not between ${yearLimits.earliest} and ${yearLimits.latest}.`, 'without it')],
    };
  const problems: Finding[] = [];
  const hasMonth = month >= 1 && month <= 12;
  const hasDay = hasMonth && day >= 1 && day <= daysIn(year, month);
  // 21 to 41 are seasons and quarters of EDTF.
  const isSeason = month >= 21 && month <= 41;
  if (isSeason) problems.push(finding(written, noSeason, 'in part'));
  if ((month !== 0 && !hasMonth && !isSeason) || (day !== 0 && !hasDay)) problems.push(finding(written, impossibleDay, 'in part'));
  const date = [String(year).padStart(4, '0'), hasMonth && pad(month), hasDay && pad(day)].filter(Boolean).join('-');
  return { value: { year, date }, problems };
}

/**
 * Reads a date in any form: EDTF, ISO 8601, RIS, or words in ten languages. Only what is certain is kept: of an interval its start, of a day
 * that does not exist its month.
 */
export function readDate(written: string): Reading<PartialDate> {
  const text = written
    .replace(/[{}]/g, '')
    .replace(unpublished, ' ')
    .replace(eraYear, (_, era: string, year: string) => `${(eras[era] ?? 0) + (year === '元' ? 1 : Number(year))}年`)
    .replace(/\s+/g, ' ')
    .trim();
  if (!/[\p{L}\d]/u.test(text) || noDate.test(text)) return { value: {}, problems: [] };
  if (otherCalendar.test(text)) {
    const { value } = readDate(text.replace(otherCalendar, ''));
    return { value, problems: value.year === undefined ? [finding(written, unreadable, 'without it')] : [] };
  }
  const cjk = cjkDate.exec(text);
  if (cjk) return compose(written, Number(cjk[1]), Number(cjk[2] ?? 0), Number(cjk[3] ?? 0));
  const iso = isoDate.exec(text);
  const isYearWithWords = iso?.[2] === undefined && monthWords(text).length > 0;
  if (iso && !isYearSpan(text) && !isYearWithWords) {
    const { value, problems } = compose(written, Number(iso[1]), Number(iso[2] ?? 0), Number(iso[3] ?? 0));
    const isSpan = /^[\d-]+[?~%]?\/\d{4}/.test(text);
    return { value, problems: isSpan ? [...problems, finding(written, onlyStart, 'in part')] : problems };
  }
  const [, ofMonth, yearOfMonth] = /^(\d{1,2})[-/.](\d{4})$/.exec(text) ?? [];
  if (yearOfMonth !== undefined) return compose(written, Number(yearOfMonth), Number(ofMonth), 0);
  const [, one = '', sign = '', two = '', ofYear = ''] = dayFirst.exec(text) ?? [];
  if (ofYear !== '') {
    const [first, second] = [Number(one), Number(two)];
    if (sign === '.' || first > 12 || first === second) return compose(written, Number(ofYear), second, first);
    if (second > 12) return compose(written, Number(ofYear), first, second);
    const { value } = compose(written, Number(ofYear), 0, 0);
    return { value, problems: [finding(written, ambiguous, 'in part')] };
  }
  const compact = /^(\d{4})(\d{2})(\d{2})$/.exec(text);
  if (compact) return compose(written, Number(compact[1]), Number(compact[2]), Number(compact[3]));
  const year = yearPattern.exec(text);
  if (!year) return { value: {}, problems: [finding(written, unreadable, 'without it')] };
  if (isYearSpan(text)) {
    const { value, problems } = compose(written, Number(year[1]), 0, 0);
    return { value, problems: [...problems, finding(written, onlyStart, 'in part')] };
  }
  const rest = text.replace(year[0], ' ').replace(/\b(?:c|ca|circa|um|vers|approx|cop|©)\.?(?=\s|$)/gi, ' ');
  const found = monthAndDay(rest.replace(/(\d)(?:st|nd|rd|th|er|º|ª|\.)(?=\s|$)/g, '$1'));
  const isNumber = /^[^\p{L}\d]*\d{1,2}[^\p{L}\d]*$/u.test(rest);
  const { value, problems } = compose(written, Number(year[1]), found && !isNumber ? found.month : 0, found && !isNumber ? found.day : 0);
  return { value, problems: !found && season.test(rest) ? [...problems, finding(written, noSeason, 'in part')] : problems };
}

/** "1998/99", "2019--2020": years, of which the first counts. */
const isYearSpan = (text: string): boolean => /^\W*\d{4}\s*(?:[/–—]|--?)\s*(?:\d{4}\W*$|(?:1[3-9]|[2-9]\d)\W*$)/.test(text);

/** The fields of a date that a source states apart. */
export interface DateFields {
  date?: string | undefined;
  year?: string | undefined;
  month?: string | undefined;
  day?: string | undefined;
}

/**
 * Reads a date from several fields: from the first that can be read. A field with only a day and a month completes a year.
 * @param fields in order of preference
 */
export function readDates(...fields: readonly DateFields[]): Reading<PartialDate> {
  const problems: Finding[] = [];
  let best: PartialDate = {};
  let monthDay: { month: number; day: number } | null = null;
  let withoutYear: Finding[] = [];
  for (const { date, year, month, day } of fields) {
    if (date?.trim()) {
      const read = readDate(date);
      if (read.value.year === undefined) monthDay ??= monthAndDay(date);
      if (read.value.year !== undefined || monthDay === null) problems.push(...read.problems);
      else withoutYear = read.problems;
      best = morePrecise(best, read.value);
    }
    if (year?.trim()) {
      const read = readDate(year);
      problems.push(...read.problems);
      const inMonth = monthPart(month, day);
      if (month?.trim() && inMonth === null)
        problems.push(season.test(month) ? finding(month, noSeason, 'in part') : finding(month, unreadable, 'without it'));
      if (read.value.year !== undefined && inMonth && !read.value.date?.includes('-')) {
        const composed = compose([year, month, day].filter(Boolean).join(' '), read.value.year, inMonth.month, inMonth.day);
        problems.push(...composed.problems);
        best = morePrecise(best, composed.value);
      } else best = morePrecise(best, read.value);
    }
  }
  if (best.year !== undefined && monthDay && !best.date?.includes('-')) {
    const composed = compose(String(best.year), best.year, monthDay.month, monthDay.day);
    return { value: composed.value, problems: [...problems, ...composed.problems] };
  }
  return { value: best, problems: best.year === undefined ? [...problems, ...withoutYear] : problems };
}

function monthPart(month: string | undefined, day: string | undefined): { month: number; day: number } | null {
  const found = month?.trim() ? monthAndDay(month) : null;
  const ofDay = /^\s*(\d{1,2})(?:st|nd|rd|th|\.)?\s*$/.exec((day ?? '').replace(/[{}]/g, ''))?.[1];
  return found && { month: found.month, day: found.day || Number(ofDay ?? 0) };
}

/** The first date with a year; one of the same year and month that is more precise replaces it. */
function morePrecise(best: PartialDate, other: PartialDate): PartialDate {
  if (best.year === undefined) return other;
  return other.date !== undefined && best.date !== undefined && other.date.startsWith(`${best.date}-`) ? other : best;
}

/** Reads a date of CSL-JSON: `date-parts` with numbers or texts, `raw`, `literal`, or a text in EDTF (version 1.1). */
export function readCslDate(value: unknown): Reading<PartialDate> {
  if (typeof value === 'string' || typeof value === 'number') return readDate(String(value));
  if (value === null || typeof value !== 'object') return { value: {}, problems: [] };
  const fields = (Array.isArray(value) ? { 'date-parts': [value] } : value) as Record<string, unknown>;
  const [parts, end] = Array.isArray(fields['date-parts']) ? (fields['date-parts'] as unknown[]) : [];
  const [year, month, day] = Array.isArray(parts) ? parts.map((part) => (part === null || part === '' ? 0 : Number(part))) : [];
  if (year) {
    const read = compose(JSON.stringify(parts), year, whole(month), whole(day));
    const isSpan = Array.isArray(end) && end[0] && JSON.stringify(end) !== JSON.stringify(parts);
    const findings = [
      ...(isSpan ? [finding(fields['date-parts'], onlyStart, 'in part')] : []),
      ...(fields.season && !whole(month) ? [finding(value, noSeason, 'in part')] : []),
    ];
    return { value: read.value, problems: [...read.problems, ...findings] };
  }
  const text = ['raw', 'literal', 'edtf', 'date-time'].map((key) => fields[key]).find((each) => typeof each === 'string');
  if (text !== undefined) return readDate(text as string);
  const ofYear = fields.year;
  if (typeof ofYear === 'string' || typeof ofYear === 'number')
    return readDates({ year: String(ofYear), month: textOf(fields.month), day: textOf(fields.day) });
  return {
    value: {},
    problems: Array.isArray(parts) && parts.some((part) => part !== null && part !== '') ? [finding(parts, unreadable, 'without it')] : [],
  };
}

const whole = (part: number | undefined): number => (part !== undefined && Number.isInteger(part) ? part : 0);
const textOf = (value: unknown): string | undefined => (typeof value === 'string' || typeof value === 'number' ? String(value) : undefined);

const partsOf = (date: string): number[] => date.split('-').map(Number);

/** Formats a partial date for CSL-JSON. */
export const writeCslDate = (date: string): { 'date-parts': number[][] } => ({ 'date-parts': [partsOf(date)] });

/** Formats a partial date for the field DA of RIS: `2019/10/12/`. */
export const writeRisDate = (date: string): string => `${[...date.split('-'), '', ''].slice(0, 3).join('/')}/`;

const bibtexMonths = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

/** Returns the fields of a partial date for BibTeX: the month is an abbreviation, which has no braces. */
export function writeBibtexDate(date: string): { year: string; month?: string; day?: string } {
  const [year = 0, month, day] = partsOf(date);
  const name = month === undefined ? undefined : bibtexMonths[month - 1];
  return { year: String(year), ...(name && { month: name }), ...(day && { day: String(day) }) };
}

/** Formats a partial date as a moment (RFC 3339), for feeds: its first day. */
export const writeInstant = (date: string): string => `${[...date.split('-'), '01', '01'].slice(0, 3).join('-')}T00:00:00Z`;
