/** Limits of the platform, in a file that runs anywhere: texts state them too. docs/specifications/limits.md lists all limits. */

/** Maximum number of uses within a number of minutes. */
export interface Limit {
  times: number;
  minutes: number;
}

/** More than a person can do by hand, but too few for a program to fill tables. */
export const changesPerAccount: Limit = { times: 120, minutes: 1 };

/** Submissions that a person reads, such as reports. */
export const submissionLimits = {
  account: { times: 20, minutes: 24 * 60 },
  network: { times: 10, minutes: 60 },
  /** For all networks together, without an account: a network is cheap to change, and a person reads each submission. */
  subject: { times: 30, minutes: 24 * 60 },
} as const satisfies Record<string, Limit>;

/** Sign-in links to an address that somebody has typed. */
export const signInLinkLimits = {
  device: { times: 5, minutes: 15 },
  addressAndNetwork: { times: 5, minutes: 15 },
  network: { times: 60, minutes: 15 },
  address: { times: 10, minutes: 60 },
  /** Requests by which a network counts as quiet: it always gets its link, even if many others ask for the address. */
  quietNetwork: { times: 3, minutes: 24 * 60 },
  addressADay: { times: 30, minutes: 24 * 60 },
} as const satisfies Record<string, Limit>;

/** Links that confirm one address of an account. */
export const confirmationLimit: Limit = { times: 5, minutes: 60 };

/** Minutes for which a sign-in counts as recent. */
export const recentSignInMinutes = 30;

/** Upper bound on the bytes that are read of a page of another server. */
export const maxFetchedBytes = 256 * 1024;

/** Attempts of a job before it waits for an operator. */
export const maxJobAttempts = 8;
/** Days in which a job is retried after transient errors, as for mail servers (RFC 5321, section 4.5.4.1: at least 4 to 5 days). At least `maxJobAttempts` are made. */
export const maxTransientRetryDays = 5;

/** Hours after which the doctor calls a backup old. */
export const maxBackupAgeHours = 24;

const words = 'no one two three four five six seven eight nine ten eleven twelve'.split(' ');

/** Writes a count as prose does: in words up to twelve. */
export const inWords = (count: number): string => words[count] ?? formatWhole(count);

/** Writes a count in digits: '20,000'. */
export const formatWhole = (count: number): string => count.toLocaleString('en');

/** Writes a size: '200 KB', '8 MB'. */
export const formatSize = (bytes: number): string => (bytes < 1024 ** 2 ? `${bytes / 1024} KB` : `${bytes / 1024 ** 2} MB`);

const periods: Record<number, string> = { 1: 'a minute', 60: 'an hour', [24 * 60]: 'a day' };

/** Writes a limit: '5 a day', '20 reports a day', '30 times in 10 minutes'. */
export const formatLimit = ({ times, minutes }: Limit, noun = ''): string =>
  `${formatWhole(times)} ${noun && `${noun} `}${periods[minutes] ?? `in ${minutes} minutes`}`;
