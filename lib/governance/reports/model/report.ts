import { z } from 'zod';
import { firstText, firstValue, idField, type QueryParameters } from '#lib/platform/form.ts';

const subjects = ['author', 'work'] as const;
export type ReportSubject = (typeof subjects)[number];

const reportKinds = ['not_same_person', 'wrong_fact', 'missing_work', 'merge_with', 'impersonation', 'misuse'] as const;
export type ReportKind = (typeof reportKinds)[number];

/** The kinds of reports with their reasons, for the form and the queue. */
export const reportReasons = {
  not_same_person: {
    some_works: 'Some of these works are by somebody else of this name',
    several_people: 'The profile mixes two people or more',
  },
  wrong_fact: {
    name: 'The name, or a spelling of it',
    affiliation: 'The affiliation',
    identifier: 'An ORCID iD, DOI or other identifier',
    title: 'A title or an abstract',
    authors: 'The authors, or their order',
    date: 'A date or year',
    venue: 'Where it was published, or its type',
    code: 'The link to code',
    retraction: 'It is retracted, or wrongly marked so',
    figure: 'A figure or count',
    other: 'Something else',
  },
  missing_work: {
    not_here: 'The work is not on this site',
    other_record: 'The work is here, but on another profile or on none',
  },
  merge_with: {
    same: 'Both are the same',
    same_renamed: 'Both are the same, under a changed name or title',
  },
  impersonation: {
    not_them: 'The owner of the profile is not its author',
    no_such_person: 'The owner pretends to be somebody who does not exist',
  },
  misuse: {
    to_many: 'Spam or advertising',
    hurtful: 'Insults, threats or pressure',
    deceives: 'Deception about who writes, or what they want',
    harmful_link: 'A link to something harmful',
  },
} as const satisfies Record<ReportKind, Record<string, string>>;

/** The kinds that the form of a subject offers. Misuse is reported from its invitation or thread. */
export const reportKindsOf: Record<ReportSubject, readonly ReportKind[]> = {
  author: reportKinds.filter((kind) => kind !== 'misuse'),
  work: ['wrong_fact', 'merge_with'],
};

export const isReportKind = (word: string | undefined): word is ReportKind => reportKinds.some((kind) => kind === word);

const optionalLine = (maxLength: number) => z.string().trim().max(maxLength, `Up to ${maxLength} characters.`).optional();

/** The form of a report. Required fields depend on the kind. */
export const reportInput = z
  .object({
    subject: z.enum(subjects),
    subjectId: idField,
    kind: z.enum(reportKinds),
    reason: z.string({ error: 'Choose what fits best.' }).min(1, 'Choose what fits best.').max(40),
    /** The works that are meant, or the missing work. */
    works: optionalLine(2000),
    /** The correct value. */
    right: optionalLine(1000),
    /** Where the correct value can be verified. */
    seen: optionalLine(1000),
    /** The other record: its URL on this site, slug or id. */
    other: optionalLine(300),
    note: optionalLine(2000),
  })
  .superRefine((report, context) => {
    const addMissing = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
    if (!reportKindsOf[report.subject].includes(report.kind)) addMissing('kind', 'Choose one of the kinds on the page before.');
    else if (!Object.hasOwn(reportReasons[report.kind], report.reason)) addMissing('reason', 'Choose what fits best.');
    if (report.kind === 'not_same_person' && !report.works) addMissing('works', 'Name at least one work that is another person’s.');
    if (report.kind === 'missing_work' && !report.works) addMissing('works', 'Give the title, or better a DOI or address.');
    if (report.kind === 'wrong_fact' && !report.right) addMissing('right', 'Say what would be right.');
    if (report.kind === 'merge_with' && !report.other) addMissing('other', 'Give the address of the other one on this site.');
    if (report.kind === 'impersonation' && !report.note) addMissing('note', 'Say what shows it.');
  });
export type ReportInput = z.infer<typeof reportInput>;

/** Returns the slug or id in a URL of this site, or the trimmed text if it is not one. */
export function parseSubjectName(text: string, subject: ReportSubject): string {
  const folder = subject === 'author' ? 'authors' : 'works';
  return new RegExp(`/${folder}/([^/?#\\s]+)`).exec(text)?.[1] ?? text.trim();
}

/** A report as its reporter sees it. */
export interface ReportView {
  id: string;
  kind: ReportKind;
  reason: string;
  state: 'open' | 'upheld' | 'dismissed' | 'withdrawn' | 'moot';
  /** Reason and remedy of the decision, as keys of lib/community/decision-reasons.ts. */
  decided: { reason: string; remedy: string } | null;
  subject: { kind: ReportSubject; name: string; path: string };
  createdAt: Date;
}

const reportErrorCodes = [
  'unknown_subject',
  'same_subject',
  'unknown_other',
  'unclaimed_record',
  'already_reported',
  'too_many_reports',
] as const;
export type ReportErrorCode = (typeof reportErrorCodes)[number];

/** Parses the step of a report from the query; ignores invalid values. */
export function parseReportStep(subject: ReportSubject, query: QueryParameters): { kind: ReportKind | null; sent: string | null } {
  const kind = firstValue(query.kind);
  const sent = firstText(query.sent);
  return {
    kind: isReportKind(kind) && reportKindsOf[subject].includes(kind) ? kind : null,
    sent: /^[0-9a-z]{12}$/.test(sent) ? sent : null,
  };
}

export type MisuseReason = keyof typeof reportReasons.misuse;

const reasonIds = Object.keys(reportReasons.misuse) as [MisuseReason, ...MisuseReason[]];

/** A report of messages of the other party of an invitation. */
export const misuseInput = z.object({
  invitationId: idField,
  reason: z.enum(reasonIds, 'Choose what fits best.'),
  note: z.string().trim().max(2_000).optional(),
});

/** Titles and hints of the kinds of reports. Each kind has its own form, with only the fields that it needs. */
export const reportKindLabels: Record<ReportKind, Record<ReportSubject, { title: string; hint: string }>> = {
  not_same_person: {
    author: { title: 'Not the same person', hint: 'Some of the works belong to somebody else.' },
    work: { title: 'Not the same person', hint: '' },
  },
  wrong_fact: {
    author: { title: 'Something is wrong', hint: 'A name, an affiliation, an identifier, a figure.' },
    work: { title: 'Something is wrong', hint: 'Title, authors, date, venue, code, retraction.' },
  },
  missing_work: {
    author: { title: 'A work is missing', hint: 'A work of this person is not listed.' },
    work: { title: 'A work is missing', hint: '' },
  },
  merge_with: {
    author: { title: 'Two profiles are one person', hint: 'Another profile on this site is about them too.' },
    work: { title: 'Two entries are one work', hint: 'Another entry on this site is the same work.' },
  },
  impersonation: {
    author: { title: 'The owner is somebody else', hint: 'The person who has claimed this profile is not its author.' },
    work: { title: 'The owner is somebody else', hint: '' },
  },
  misuse: {
    author: { title: 'An invitation or message is misuse', hint: 'It is not about collaboration.' },
    work: { title: 'An invitation or message is misuse', hint: '' },
  },
};
