import { z } from 'zod';
import { nameFault } from '#lib/platform/names/name-variant.ts';
import { jsonIn } from '#lib/platform/text/json.ts';
import { safeHref, withoutSigns } from '#lib/platform/text/rich-text.ts';
import type { CareerEntry, CareerPart } from './career.ts';
import type { CreditRole } from './contributions.ts';
import { formerly, type HiddenField, hiddenFields } from './hidden-fields.ts';
import { linksAs, type StatedLink } from './links.ts';

/** What the owner of a record may say of themselves, as text. */
export const statedFields = [
  ...(['name', 'role', 'affiliation', 'biography', 'homepage', 'links'] as const),
  ...(['pronouns', 'pronunciation', 'languages'] as const),
] as const;
export type StatedField = (typeof statedFields)[number];

/** The longest that each may be, in characters. */
export const maxLengths: Record<StatedField, number> = {
  ...{ name: 120, role: 80, affiliation: 200, biography: 600, homepage: 300, links: 2_100 },
  ...{ pronouns: 40, pronunciation: 120, languages: 200 },
};

/** Works that an owner may show first. */
export const maxPinned = 5;

const plain = (text: string): string => withoutSigns(text).normalize('NFC');
const oneLine = (text: string): string => plain(text).replace(/\s+/g, ' ').trim();
/** Lines stay, runs of empty ones become one: a biography is a paragraph or two. */
const someLines = (text: string): string =>
  plain(text)
    .replace(/\r\n?/g, '\n')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

const upTo = (field: StatedField) => z.string().max(maxLengths[field], `Up to ${maxLengths[field]} characters.`);

/** An address as it is kept: absolute, http or https, of a named host, without a password in it; null where it is none. */
export function homepageIn(typed: string): string | null {
  const href = safeHref(/^[a-z][a-z0-9+.-]*:/i.test(typed) ? typed : `https://${typed}`);
  if (href === null) return null;
  const { hostname, username, password } = new URL(href);
  const isNamed = /^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z][a-z0-9-]*[a-z0-9]$/i.test(hostname);
  return isNamed && !username && !password && !/\s/.test(typed) ? href : null;
}

const fault = (test: (text: string) => string | null) => (text: string, refine: z.RefinementCtx<string>) => {
  const message = test(text);
  if (message) refine.addIssue({ code: 'custom', message });
};

/** A name as a person gives it of themselves; an empty one is none. */
export const nameInput = z.string().max(1000).transform(oneLine).pipe(upTo('name')).superRefine(fault(nameFault)).default('');

/** What an owner says, field by field; an empty field says nothing, and withdraws what was said before. */
export const statementsInput = z.object({
  authorId: z.string().min(1).max(40),
  name: nameInput,
  role: z.string().max(1000).transform(oneLine).pipe(upTo('role')).default(''),
  affiliation: z.string().max(1000).transform(oneLine).pipe(upTo('affiliation')).default(''),
  biography: z.string().max(4000).transform(someLines).pipe(upTo('biography')).default(''),
  homepage: z
    .string()
    .max(1000)
    .transform((typed) => plain(typed).trim())
    .pipe(upTo('homepage'))
    .superRefine(fault((typed) => (typed === '' || homepageIn(typed) ? null : 'Give a whole address, such as https://name.example.org/.')))
    .transform((typed) => homepageIn(typed) ?? '')
    .default(''),
  links: z
    .string()
    .max(4000)
    .transform(someLines)
    .pipe(upTo('links'))
    .transform((typed, refine) => {
      const links = linksAs(typed, homepageIn);
      if ('text' in links) return links.text;
      refine.addIssue({ code: 'custom', message: links.fault });
      return z.NEVER;
    })
    .pipe(upTo('links'))
    .default(''),
  pronouns: z.string().max(1000).transform(oneLine).pipe(upTo('pronouns')).default(''),
  pronunciation: z.string().max(1000).transform(oneLine).pipe(upTo('pronunciation')).default(''),
  languages: z.string().max(1000).transform(oneLine).pipe(upTo('languages')).default(''),
  /** The mark of what the form was made from (`OwnWords.seen`). */
  seen: z.string().max(60).default(''),
});
export type StatementsInput = z.infer<typeof statementsInput>;

export const pinInput = z.object({
  authorId: z.string().min(1).max(40),
  workId: z.string().min(1).max(40),
  operation: z.enum(['pin', 'unpin', 'up']),
  /** The query of the list of works in which the form is, to come back to; none on the page where the record is edited. */
  list: z.string().max(500).optional(),
});
export type PinInput = z.infer<typeof pinInput>;

const field = z.enum(hiddenFields as [HiddenField, ...HiddenField[]]);
const ticked = z.preprocess((given) => (given === undefined ? [] : [given].flat()), z.array(field).max(hiddenFields.length));

export const privacyInput = z.object({
  authorId: z.string().min(1).max(40),
  hidden: ticked,
  indexed: z.enum(['yes', 'no']).default('yes'),
});
export type PrivacyInput = z.infer<typeof privacyInput>;

/** The record whose photo its owner removes. */
export const photoInput = z.object({ authorId: z.string().min(1).max(40) });

/** An old address of a record, as its owner stops it or starts it again. */
export const addressInput = z.object({ authorId: z.string().min(1).max(40), address: z.string().min(1).max(300) });
export type AddressInput = z.infer<typeof addressInput>;

/**
 * Follows from a stopped address: names that sources print are shown nowhere, on the works' own pages neither, for each would lead from
 * the old name to the record.
 */
export const printedNames = 'printed';

/** What an owner hides, as the record's row holds it. */
export type Privacy = z.infer<typeof privacy>;
const privacy = z.object({ hidden: z.array(z.string()).catch([]), indexed: z.boolean().catch(true) });
const ids = z.array(z.string()).max(maxPinned);

/** What a kept statement says; null where it says nothing that this version can read. */
export const privacyIn = (value: string): Privacy | null => privacy.safeParse(jsonIn(value)).data ?? null;
export const pinnedIn = (value: string): string[] => ids.safeParse(jsonIn(value)).data ?? [];

/** The addresses in a statement about stopped ones. */
export const stoppedIn = (value: string): string[] => z.array(z.string()).safeParse(jsonIn(value)).data ?? [];

/** What is hidden where an address is stopped: other names too, whatever else the owner has ticked. */
export const withStopped = (kept: Privacy | null): Privacy => ({
  hidden: [...new Set([...(kept?.hidden ?? []), 'names', printedNames])].sort(),
  indexed: kept?.indexed ?? true,
});

/** True of a field that the owner keeps from public pages. */
export function isHidden(kept: Privacy | null, which: HiddenField | typeof printedNames): boolean {
  const group = which === printedNames ? undefined : formerly[which];
  return kept !== null && (kept.hidden.includes(which) || (group !== undefined && kept.hidden.includes(group)));
}

/** The fields that an owner hides. */
export const hiddenIn = (kept: Privacy | null): HiddenField[] => hiddenFields.filter((each) => isHidden(kept, each));

/** False of a record that its owner asks search engines to leave out. */
const isIndexed = (kept: Privacy | null): boolean => kept?.indexed ?? true;

/** True of a record that is in lists and that search engines may have. */
export const isListed = (row: { visibility: string; privacy: Privacy | null }): boolean =>
  row.visibility === 'visible' && isIndexed(row.privacy);

/** Something that the owner says, and since when. */
export interface StatedValue {
  text: string;
  since: Date;
}

/** What the owner of a record says of themselves, as everybody reads it. */
export interface OwnerSays {
  /** `is`: it is the record's name. Else it is shown beside it, as another form of it. */
  name: (StatedValue & { isShown: boolean }) | null;
  role: StatedValue | null;
  affiliation: StatedValue | null;
  biography: StatedValue | null;
  homepage: StatedValue | null;
  /** Pages elsewhere, beside the home page. */
  links: { entries: StatedLink[]; since: Date } | null;
  pronouns: StatedValue | null;
  pronunciation: StatedValue | null;
  languages: StatedValue | null;
  positions: StatedList | null;
  education: StatedList | null;
  /** Sentences beside pinned works, by the ids of the works. */
  notes: Record<string, string>;
  /** Since when a photo is shown; null where there is none. */
  photoSince: Date | null;
}

/** A list that the owner states, and since when it reads so. */
export interface StatedList {
  entries: CareerEntry[];
  since: Date;
}

/** A work that may be shown first, or is. */
export interface PinChoice {
  id: string;
  title: string;
  year: number | null;
}

/** An address that leads to a record and is not its own any more. */
export interface OldAddress {
  slug: string;
  stopped: boolean;
}

/** One record as its owner edits it. */
export interface OwnRecord {
  id: string;
  slug: string;
  /** As shown, and as the sources have it where that is another. */
  name: string;
  sourceName: string | null;
  statements: Partial<Record<StatedField, StatedValue>>;
  /** Where the stated name is shown: as the record's name, beside it, or nowhere yet. Null where none is stated. */
  nameShown: 'name' | 'additional' | 'no' | null;
  /** The organisation of the registry that the stated affiliation was matched to. */
  rorId: string | null;
  pinned: PinChoice[];
  /** Works that could be shown first, newest first. */
  choices: PinChoice[];
  privacy: Privacy;
  /** Sentences beside pinned works, by the ids of the works. */
  notes: Record<string, string>;
  credits: { work: PinChoice; roles: CreditRole[]; since: Date }[];
  photoSince: Date | null;
  career: Record<CareerPart, CareerEntry[]> & { seen: string };
  /** Addresses that the record had under other names, each with whether it is stopped. */
  addresses: OldAddress[];
  /** Marks what the form was made from, so that one tab does not undo another. */
  seen: string;
}

/** Stands for the statements that a form was made from: how many there are, and when the last was made. */
export const seenMark = (said: readonly { since: Date }[]): string =>
  said.length === 0 ? '' : `${said.length}-${Math.max(...said.map(({ since }) => since.getTime()))}`;
