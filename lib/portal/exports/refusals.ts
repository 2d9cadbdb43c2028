import { formatLimit, inWords } from '#lib/platform/limits.ts';
import type { Refusal } from '#lib/platform/refusals.ts';
import { archivesPerDay } from './model/archive.ts';

export const exportRefusals = {
  archive_pending: {
    title: 'An archive is already being created',
    detail: 'You can create one archive at a time.',
    action: 'Wait a moment, and reload the page.',
    link: { href: '/me/data', label: 'Go to data and privacy' },
  },
  too_many_archives: {
    status: 429,
    title: `You have requested ${inWords(archivesPerDay.times)} archives today`,
    detail: `An account can request ${formatLimit(archivesPerDay, 'archives')}.`,
    action: 'Download the latest one, or request another tomorrow.',
    link: { href: '/me/data', label: 'Go to data and privacy' },
  },
} as const satisfies Record<string, Refusal>;
