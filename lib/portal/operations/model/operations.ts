import { z } from 'zod';
import { visibleCharacters } from '#lib/community/invitations/model/inputs.ts';

/** Figures for the admin page. They count objects of the instance, never what a person wrote or read. */

export interface InstanceFigures {
  works: number;
  authors: number;
  claimedAuthors: number;
  accounts: number;
  openSessions: number;
  follows: number;
  invitationsOpen: number;
  threads: number;
  reviewsOpen: number;
  /** When the oldest open case was opened. */
  reviewsOldest: Date | null;
  logEvents: number;
}

export interface SourceRun {
  source: string;
  input: string;
  state: string;
  startedAt: Date;
  finishedAt: Date | null;
  /** Number of new works. `changed` counts changed works, `quarantined` invalid records. */
  added: number;
  changed: number;
  quarantined: number;
}

export interface JobHealth {
  kind: string;
  /** What the jobs of the kind do. */
  label: string;
  waiting: number;
  /** Waiting jobs whose time has come. */
  due: number;
  running: number;
  failed: number;
  oldestDue: Date | null;
  /** Jobs waiting for a retry, with the error of one of them; null if there are none. */
  retrying: { jobs: number; error: string } | null;
}

export interface FailedJob {
  id: string;
  kind: string;
  label: string;
  attempts: number;
  error: string;
  finishedAt: Date | null;
}

export interface LimitHealth {
  name: string;
  /** Number of networks, accounts or email addresses counted now. */
  counted: number;
  /** Highest number of uses by any of them in the current period. */
  maxUses: number;
}

export interface AccountRow {
  id: string;
  name: string | null;
  email: string | null;
  confirmed: boolean;
  since: Date | null;
  roles: string[];
  records: { slug: string; name: string }[];
  isSuspended: boolean;
}

export interface Announcement {
  id: string;
  text: string;
  href: string | null;
  from: Date;
  until: Date;
}

const maxAnnouncementLength = 300;
const maxDays = 90;

/** Accepts a path of this site or an https URL with a named host. URLs that browsers interpret differently from people are rejected. */
function isSafeHref(href: string): boolean {
  if (!/^(\/(?!\/)|https:\/\/(?!\/))[^\s\\\p{C}]*$/u.test(href) || !URL.canParse(href, 'https://here.invalid')) return false;
  const { host, username, password } = new URL(href, 'https://here.invalid');
  return username === '' && password === '' && (host === 'here.invalid') === href.startsWith('/');
}

export const announcementInput = z.object({
  text: z
    .string()
    .trim()
    .refine((text) => visibleCharacters(text) !== '', 'Write one or two sentences.')
    .max(maxAnnouncementLength, `At most ${maxAnnouncementLength} characters: it is shown on every page.`),
  href: z
    .union([z.literal(''), z.string().trim().refine(isSafeHref, 'Give a path of this site, such as /about, or an https address.')])
    .transform((href) => href || null)
    .default(null),
  days: z
    .string()
    .trim()
    .regex(/^\d{1,3}$/, 'Give a number of days.')
    .transform(Number)
    .refine((days) => days >= 1, 'At least one day.')
    .refine((days) => days <= maxDays, `At most ${maxDays} days.`),
});
export type AnnouncementInput = z.infer<typeof announcementInput>;

/** What happens more often than usual. */
export interface UnusualEvents {
  claimsInHour: number;
  claimsInDay: number;
  /** Claims above the limit of a network or mail domain, oldest first. */
  waitingClaims: { id: string; at: Date; until: Date | null; slug: string; name: string }[];
  /** Profiles that owners without a strong proof show less. Their names are not listed. */
  hiddenByWeakOwners: number;
  /** Works with corrections that authors accepted, fewer than two of them with a strong proof. */
  correctedByWeakOwners: { id: string; title: string | null }[];
}

/** A person of a staff list who was asked to claim their profile. */
export interface InvitedPerson {
  id: string;
  name: string;
  /** Null for a hidden profile. */
  slug: string | null;
  invitedAt: Date;
  state: 'claimed' | 'in_notice' | 'hidden' | 'waiting';
  /** When the claim was accepted, or the end of its notice. */
  at: Date | null;
}

/** The people of staff lists who were invited, newest first, and how many there are. */
export interface InvitedStaff {
  invited: number;
  claimed: number;
  people: InvitedPerson[];
}

export const idInput = z.object({ id: z.string().min(1).max(40) });

/** A record of a source that could not be read. */
export interface QuarantinedRecord {
  key: number;
  source: string;
  input: string;
  recordId: string;
  reason: string;
  excerpt: string;
  at: Date;
}

export type OperationErrorCode = 'not_an_admin' | 'passkey_sign_in_needed' | 'unknown_announcement' | 'unknown_job';
