const months = ['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october', 'november', 'december'];

/**
 * Parses the date of a volume from its year and month fields. The month is free text ("August 26-30", "1–3 December", "6"): a single day
 * gives YYYY-MM-DD, a month or a span gives YYYY-MM of its first month, other text gives only the year.
 */
export function parseVolumeDate(year: string | undefined, month: string | undefined): { year?: number; date?: string } {
  const fourDigits = year?.match(/\d{4}/)?.[0];
  if (!fourDigits) return {};
  const monthDay = parseMonthDay((month ?? '').toLowerCase());
  return { year: Number(fourDigits), date: monthDay ? `${fourDigits}-${monthDay}` : fourDigits };
}

const twoDigits = (value: number): string => String(value).padStart(2, '0');

function parseMonthDay(text: string): string | undefined {
  const number = text.match(/^\s*(\d{1,2})\s*$/);
  if (number) return formatMonth(Number(number[1]));
  const matches = months
    .map((name) => text.search(new RegExp(`\\b${name.slice(0, 3)}(${name.slice(3)})?\\b`)))
    .map((at, month) => ({ at, month }));
  const earliest = matches.filter(({ at }) => at >= 0).sort((a, b) => a.at - b.at)[0];
  if (!earliest) return undefined;
  const days = text.match(/\d{1,2}/g) ?? [];
  const day = days.length === 1 && !/[-–—]/.test(text) ? Number(days[0]) : 0;
  const isDay = day >= 1 && day <= 31;
  return isDay ? `${twoDigits(earliest.month + 1)}-${twoDigits(day)}` : formatMonth(earliest.month + 1);
}

const formatMonth = (month: number): string | undefined => (month >= 1 && month <= 12 ? twoDigits(month) : undefined);
