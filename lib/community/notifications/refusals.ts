import type { Refusal } from '#lib/platform/refusals.ts';

/** The error codes of this module. */
export const notificationRefusals = {
  unknown_link: {
    status: 404,
    title: 'This link does not work',
    detail: 'It is incomplete, or belongs to an account that no longer exists or has another email address since.',
    action: 'Copy the whole address from the email, or change your email settings after signing in.',
    link: { href: '/me/notifications', label: 'Change email settings' },
  },
} as const satisfies Record<string, Refusal>;
