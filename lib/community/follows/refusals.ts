import { maxMatches } from '#lib/catalog/search-index/model/limits.ts';
import { formatWhole } from '#lib/platform/limits.ts';
import { type Refusal, refusalLinks } from '#lib/platform/refusals.ts';
import { maxSavedSearches } from './model.ts';

/** The error codes of this module. */
export const followRefusals = {
  own_record: {
    title: 'This is your own profile',
    detail: 'You need not follow it.',
    action: 'You already receive its changes.',
  },
  unknown_context: {
    status: 404,
    title: 'This topic, venue or institution does not exist',
    detail: 'It has no works any more, or the address is incomplete.',
    action: 'Search for its name.',
    link: refusalLinks.search,
  },
  not_followed: {
    status: 404,
    title: 'You do not follow this',
    detail: 'It is no longer in your list.',
    action: 'Check what you follow.',
    link: { href: '/me/network#follows', label: 'See what you follow' },
  },
  empty_search: {
    status: 400,
    title: 'This search is empty',
    detail: 'A saved search needs at least one word.',
    action: 'Enter some words and search first.',
    link: refusalLinks.search,
  },
  search_too_broad: {
    status: 400,
    title: 'This search is too broad to save',
    detail: `It finds more than ${formatWhole(maxMatches)} works, so new ones could be missed.`,
    action: 'Add a word or a first year, or follow a topic instead.',
  },
  too_many_searches: {
    status: 429,
    title: `You already have ${maxSavedSearches} saved searches`,
    detail: `An account can save ${maxSavedSearches} searches.`,
    action: 'Delete one first.',
    link: { href: '/me/network#follows', label: 'See what you follow' },
  },
} as const satisfies Record<string, Refusal>;
