/** Fields that an owner can hide from public pages, each with the effect of hiding it. */
export const hideableFields = {
  affiliations: {
    label: 'Affiliations',
    effect: 'Also your name among the people of an institution, and trust points for an affiliation.',
  },
  names: {
    label: 'Other forms of your name',
    effect: 'Nobody finds you by them. Lists of works show the name of your profile.',
  },
  coauthors: {
    label: 'Co-authors',
    effect: 'The pages of your co-authors still name you.',
  },
  role: { label: 'Your role', effect: 'Under your name, and in your CV.' },
  biography: { label: 'Your biography', effect: 'On your profile and in your CV.' },
  homepage: { label: 'Your home page', effect: 'Your pages that link back here too.' },
  links: { label: 'Your other pages', effect: 'The list beside your home page.' },
  pronouns: { label: 'Your pronouns', effect: 'On your profile and in your CV.' },
  pronunciation: { label: 'How your name is said', effect: 'Beside your name.' },
  languages: { label: 'Your languages', effect: 'On your profile and in your CV.' },
  positions: { label: 'Your positions', effect: 'The list on your profile and in your CV.' },
  education: { label: 'Your education', effect: 'The list on your profile and in your CV.' },
  pinned: { label: 'Your pinned works', effect: 'Your notes beside them are hidden, too. The works stay in the list.' },
  credits: { label: 'Your part in works', effect: 'Your stated roles, on the pages of these works.' },
  photo: { label: 'Photo', effect: 'The picture at the top of your profile.' },
  years: { label: 'Works by year', effect: 'The chart. The works keep their years.' },
  orcid: { label: 'ORCID iD', effect: 'The link to your ORCID record.' },
  followers: { label: 'Followers', effect: 'How many people follow you.' },
} as const;

export type HiddenField = keyof typeof hideableFields;

/** Fields that sources state, and figures: hiding them takes more than hiding one's own statements (lib/catalog/powers). */
export const sourcedFields: readonly HiddenField[] = ['names', 'coauthors', 'years', 'orcid', 'followers'];

/** Names of the groups with which earlier versions hid several fields at once. */
export const formerGroups: Partial<Record<HiddenField, string>> = {
  ...{ role: 'about', biography: 'about', homepage: 'about', links: 'about', pronouns: 'about', pronunciation: 'about' },
  ...{ languages: 'about', positions: 'career', education: 'career' },
};

export const hideableFieldNames = Object.keys(hideableFields) as HiddenField[];
