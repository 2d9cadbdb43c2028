import { formatLimit, submissionLimits } from '#lib/platform/limits.ts';
import { type Refusal, refusalLinks } from '#lib/platform/refusals.ts';

/** The error codes of this module. */
export const reportRefusals = {
  unknown_subject: {
    status: 404,
    title: 'The reported page does not exist any more',
    detail: 'The profile or work was removed, or the address is incomplete.',
    action: 'Search for it, and report the problem from its page.',
    link: refusalLinks.search,
  },
  unclaimed_record: {
    title: 'Nobody has claimed this profile',
    detail: 'Impersonation needs an owner.',
    action: 'If something else is wrong with the profile, report that.',
  },
  unknown_other: {
    status: 404,
    title: 'The other profile or work does not exist',
    detail: 'Nothing here has the address that you entered.',
    action: 'Open its page, copy the address from the browser, and send the report again.',
  },
  same_subject: {
    status: 400,
    title: 'Both addresses lead to the same page',
    detail: 'The second profile or work must differ from the reported one.',
    action: 'Enter the address of the second one.',
  },
  already_reported: {
    title: 'This report is already under review',
    detail: 'The same report was sent before and is not decided yet.',
    action: 'You do not need to do anything. To add facts, write them in the last field and send it again.',
  },
  too_many_reports: {
    status: 429,
    title: 'Too many reports in a short time',
    detail: `An account can send ${formatLimit(submissionLimits.account, 'reports')}. A network without an account can send ${formatLimit(submissionLimits.network)}. All networks together can send ${formatLimit(submissionLimits.subject)} about one work or profile.`,
    action: 'Sign in and send it again, or save your text and send it later.',
  },
  unknown_report: {
    status: 404,
    title: 'This report cannot be withdrawn',
    detail: 'It was decided or withdrawn, or it is not yours.',
    action: 'Check the reports on your dashboard.',
    link: refusalLinks.dashboard,
  },
} as const satisfies Record<string, Refusal>;
