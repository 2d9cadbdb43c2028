import type { Refusal } from '#lib/platform/refusals.ts';

export const erasureRefusals = {
  sole_admin: {
    title: 'You are the only admin of this instance',
    detail: 'Nobody could administer it without you.',
    action: 'Appoint another admin first. The operator runs: npm run accounts -- grant-admin <email>',
  },
  erasure_pending: {
    title: 'The erasure of your account is already scheduled',
    detail: 'You requested it before.',
    action: 'See its date or cancel it on the page of your data.',
    link: { href: '/me/data#erasure', label: 'See the scheduled erasure' },
  },
  no_erasure: {
    title: 'No erasure is scheduled',
    detail: 'It was cancelled before, or was never requested.',
    action: 'You do not need to do anything. Your account stays.',
  },
} as const satisfies Record<string, Refusal>;
