import { formatWhole } from '#lib/platform/limits.ts';
import { type Refusal, refusalLinks } from '#lib/platform/refusals.ts';
import { maxSavedWorks } from './model.ts';

/** The error codes of this module. */
export const savedWorkRefusals = {
  work_not_listed: {
    status: 404,
    title: 'This work cannot be saved',
    detail: 'It is no longer here, or lists do not show it.',
    action: 'Search for its title.',
    link: refusalLinks.search,
  },
  too_many_saved_works: {
    status: 429,
    title: `You already have ${formatWhole(maxSavedWorks)} saved works`,
    detail: `An account can save ${formatWhole(maxSavedWorks)} works.`,
    action: 'Download them for your reference manager, then remove some.',
    link: { href: '/me/saved', label: 'See your saved works' },
  },
} as const satisfies Record<string, Refusal>;
