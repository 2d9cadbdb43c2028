/** Names of browsers by a token of their user agent. Browsers that also send the tokens of others come first. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/Edg(A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\/|Chromium\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const systems: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/CrOS/, 'ChromeOS'],
  [/Windows/, 'Windows'],
  [/Macintosh|Mac OS X/, 'macOS'],
  [/Linux|X11/, 'Linux'],
];

const findName = (words: readonly (readonly [RegExp, string])[], userAgent: string): string | undefined =>
  words.find(([pattern]) => pattern.test(userAgent))?.[1];

/** Describes browser and system, such as 'Firefox on Linux'. Only for the account's own list of sessions, never for decisions. */
export function describeDevice(userAgent: string | null): string {
  const [browser, system] = [findName(browsers, userAgent ?? ''), findName(systems, userAgent ?? '')];
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? (system ? `A browser on ${system}` : 'An unknown browser');
}
