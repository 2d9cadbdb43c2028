import type { Refusal } from '#lib/platform/refusals.ts';

export const digestRefusals = {
  unknown_time_zone: {
    status: 400,
    title: 'This time zone is unknown',
    detail: 'A name of the IANA list, such as Europe/Rome, is needed.',
    action: 'Choose a time zone from the list.',
  },
  needs_address_for_mail: {
    status: 403,
    title: 'Your account has no confirmed email address',
    detail: 'We cannot send you email.',
    action: 'Read your feed and notifications here.',
    link: { href: '/feed', label: 'Go to your feed' },
  },
} as const satisfies Record<string, Refusal>;
